/** Who we are, on every request: the owner of the target can find us in a log and tell us apart. */
export const identify = (version: string, scanId: string): Record<string, string> => ({
  'user-agent': `Sortie/${version} (+AI security scan)`,
  accept: '*/*',
  'accept-encoding': 'identity',
  'x-sortie-scan': scanId,
})

export type Headers = Readonly<Record<string, string>>

/** Who we are, then the protocol's headers, then the operator's, who wins; cookies of both are kept. Names become lower-case. */
export function createHeaders(identity: Headers, ofOperator: Headers): (ofProtocol: Headers | undefined) => Record<string, string> {
  const fixed: Record<string, string> = { ...identity }
  const taken = new Set(['accept-encoding'])
  for (const name in ofOperator) {
    const lower = name.toLowerCase()
    if (lower !== 'accept-encoding') fixed[lower] = ofOperator[name]!
    taken.add(lower)
  }
  return (ofProtocol) => {
    const headers = { ...fixed }
    for (const name in ofProtocol) {
      const lower = name.toLowerCase()
      if (!taken.has(lower)) headers[lower] = ofProtocol[name]!
      else if (lower === 'cookie') headers[lower] = `${ofProtocol[name]!}; ${fixed[lower]}`
    }
    return headers
  }
}

/** Name, value, name, value: undici's fastest form. */
export function flatten(headers: Readonly<Record<string, string>>): string[] {
  const flat: string[] = []
  for (const name in headers) flat.push(name, headers[name]!)
  return flat
}
