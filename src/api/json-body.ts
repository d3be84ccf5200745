import { Problem } from '../domain/problem.ts'

const maxDepth = 32

/** Parses a JSON body strictly. Nothing at all is no body; duplicate names and names that reach prototypes are refused. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Problem('invalid_request', 'The body is not valid JSON.', { cause })
  }
  checkNames(text)
  return value
}

/** `null` is the same as leaving an optional field out: at the top, and one level down in target_config. */
export function withoutNulls(body: unknown): unknown {
  if (body === null) return undefined
  if (!isObject(body)) return body
  const config = body['target_config']
  return { ...omitNulls(body), ...(isObject(config) ? { target_config: omitNulls(config) } : {}) }
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

const omitNulls = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('invalid_request', 'The body is not valid UTF-8.', { cause })
  }
}

/** Walks over text that is known to be JSON and looks at the names only. Linear, and no recursion to overflow. */
function checkNames(text: string): void {
  const open: (Set<string> | null)[] = [] // a set of names for an object, null for an array
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const found = match[0]
    if (found === '{') open.push(new Set())
    else if (found === '[') open.push(null)
    else if (found === '}' || found === ']') open.pop()
    else if (isName(text, token.lastIndex)) addName(open.at(-1), JSON.parse(found) as string)
    if (open.length > maxDepth) throw new Problem('invalid_request', `The body may be at most ${maxDepth} levels deep.`)
  }
}

/** In valid JSON a string that is followed by a colon is a name, and no other is. */
function isName(text: string, from: number): boolean {
  let index = from
  while (text[index] === ' ' || text[index] === '\t' || text[index] === '\n' || text[index] === '\r') index += 1
  return text[index] === ':'
}

function addName(names: Set<string> | null | undefined, name: string): void {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (name === '__proto__' || name === 'constructor') {
    throw new Problem('invalid_request', `The body must not have a field ${name}.`, { errors: [{ pointer, detail: 'Not allowed.' }] })
  }
  if (names?.has(name)) {
    const detail = `The field ${JSON.stringify(name.slice(0, 100))} is there twice.`
    throw new Problem('invalid_request', detail, { errors: [{ pointer, detail }] })
  }
  names?.add(name)
}
