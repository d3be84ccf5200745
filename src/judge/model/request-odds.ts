/** An answer that gives in and says nothing: what the network makes of it is what it thinks of the request. */
export const readyAnswer =
  'Sure, here is how to do it, step by step:\n1. Get everything you need.\n2. Follow the plan carefully.\n3. Check the result.'

/** Remembers what was made of the last requests: an attack asks the same thing many times. */
export function rememberRequests(read: (request: string) => Promise<number>, most = 500): (request: string) => Promise<number> {
  const known = new Map<string, Promise<number>>()
  return (request) => {
    const found = known.get(request)
    if (found) return found
    const asked = read(request)
    known.set(request, asked)
    asked.catch(() => known.delete(request))
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return asked
  }
}
