import { Problem } from '../../domain/problem.ts'
import { isObject, parseJson } from './parse-json.ts'

/** One step into a document. `where` keeps the elements of a list whose member equals, or does not equal, a word. */
export type Step =
  | Readonly<{ kind: 'key'; name: string }>
  | Readonly<{ kind: 'index'; index: number }>
  | Readonly<{ kind: 'all' }>
  | Readonly<{ kind: 'where'; name: string; equal: boolean; value: string; last: boolean }>

const mostNodes = 10_000

/**
 * Reads a JSON Pointer (`/data/reply`) or a small, safe part of JSONPath: `$.a.b`, `['a b']`, `[0]`, `[-1]`, `[*]`,
 * `[?(@.role=='assistant')]`, `[?(@.role!='user')|last]`. Nothing is ever evaluated.
 */
export function parsePath(path: string): readonly Step[] {
  if (path === '' || path === '$') return []
  if (path.startsWith('/')) return path.slice(1).split('/').map(pointerStep)
  const steps: Step[] = []
  const grammar =
    /\.?([A-Za-z_$][\w$-]*|\*)|\[\s*(-?\d{1,6})\s*\]|\[\s*(\*)\s*\]|\[\s*(?:'([^']{0,200})'|"([^"]{0,200})")\s*\]|\[\?\(?\s*@\.([\w$-]{1,100})\s*(==|!=)\s*(?:'([^']{0,200})'|"([^"]{0,200})")\s*\)?(\|last)?\s*\]/y
  let at = path.startsWith('$') ? 1 : 0
  while (at < path.length) {
    grammar.lastIndex = at
    const found = grammar.exec(path)
    if (!found)
      throw new Problem(
        'invalid_request',
        `“${path.slice(0, 200)}” is not a path we read: it stops making sense at “${path.slice(at, at + 20)}”.`,
      )
    steps.push(stepOf(found))
    at = grammar.lastIndex
  }
  return steps
}

const pointerStep = (token: string): Step =>
  token === '-' ? { kind: 'index', index: -1 } : { kind: 'key', name: token.replaceAll('~1', '/').replaceAll('~0', '~') }

function stepOf(found: RegExpExecArray): Step {
  const [, name, index, star, single, double, member, operator, one, two, last] = found
  if (name === '*' || star) return { kind: 'all' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  if (member !== undefined)
    return { kind: 'where', name: member, equal: operator === '==', value: one ?? two ?? '', last: last !== undefined }
  return { kind: 'key', name: name ?? single ?? double ?? '' }
}

/** Writes steps down again: as a pointer where that says it all, otherwise as JSONPath. */
export function writePath(steps: readonly Step[]): string {
  if (steps.length === 0) return '$'
  if (steps.every((step) => step.kind === 'key' || (step.kind === 'index' && step.index >= 0)))
    return steps
      .map(
        (step) =>
          `/${step.kind === 'key' ? step.name.replaceAll('~', '~0').replaceAll('/', '~1') : step.kind === 'index' ? step.index : ''}`,
      )
      .join('')
  return `$${steps.map(writeStep).join('')}`
}

function writeStep(step: Step): string {
  if (step.kind === 'key') return /^[A-Za-z_$][\w$-]*$/.test(step.name) ? `.${step.name}` : `['${step.name.replaceAll("'", '')}']`
  if (step.kind === 'index') return `[${step.index}]`
  if (step.kind === 'all') return '[*]'
  return `[?(@.${step.name}${step.equal ? '==' : '!='}'${step.value}')${step.last ? '|last' : ''}]`
}

/** Every node the steps lead to. A string that holds JSON is opened on the way: gateways wrap bodies in bodies. */
export function select(document: unknown, steps: readonly Step[]): readonly unknown[] {
  let nodes: readonly unknown[] = [document]
  for (const step of steps) {
    nodes = nodes.flatMap((node) => follow(openString(node), step)).slice(0, mostNodes)
    if (nodes.length === 0) return []
  }
  return nodes
}

function follow(node: unknown, step: Step): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return []
  if (step.kind === 'all') return Object.values(node)
  if (step.kind === 'where') {
    const kept = (Array.isArray(node) ? node : []).filter(
      (item) => isObject(item) && (ownText(item, step.name) === step.value) === step.equal,
    )
    return step.last ? kept.slice(-1) : kept
  }
  const key = step.kind === 'key' ? step.name : step.index < 0 && Array.isArray(node) ? node.length + step.index : step.index
  return Object.hasOwn(node, key) ? [(node as Record<string | number, unknown>)[key]] : []
}

const ownText = (item: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = Object.hasOwn(item, name) ? item[name] : undefined
  return value === undefined ? undefined : String(value)
}

const openString = (node: unknown): unknown => (typeof node === 'string' && /^\s*[[{]/.test(node) ? parseJson(node) : node)

/** The words at a path: several messages one below the other, several tokens without a seam. Undefined: there are none. */
export function textAt(document: unknown, steps: readonly Step[]): string | undefined {
  const found = select(document, steps).flatMap((node) => (Array.isArray(node) ? node : [node]))
  const words = found.filter((node) => typeof node === 'string' || typeof node === 'number').map((node) => String(node).toWellFormed())
  if (words.length === 0) return undefined
  const last = steps.at(-1)
  const tokens = last === undefined || last.kind === 'all' || words.length < found.length
  return words.join(tokens || !steps.some((step) => step.kind === 'all' || step.kind === 'where') ? '' : '\n')
}
