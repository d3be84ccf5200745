import { isMap, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { PackFile } from './read-pack.ts'

/** A mistake in a pack, with the place to look at. */
export type Mistake = Readonly<{ file: string; line: number; detail: string }>

/** Parses a file by a schema, or says every mistake in it with its line. */
export function parseFile<Value>(file: PackFile, schema: z.ZodType<Value>): Readonly<{ value: Value } | { mistakes: readonly Mistake[] }> {
  const document = parseDocument(file.text, { prettyErrors: false })
  if (document.errors.length > 0) {
    const mistakes = document.errors.map((error) => ({ file: file.name, line: lineAt(file.text, error.pos[0]), detail: error.message }))
    return { mistakes }
  }
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return { value: parsed.data }
  return { mistakes: parsed.error.issues.map((issue) => ({ file: file.name, line: lineOf(file, pathOf(issue)), detail: describe(issue) })) }
}

/** The line on which a value stands, or the nearest thing around it that exists. */
export function lineOf(file: PackFile, path: readonly PropertyKey[]): number {
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false })
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const around = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(around) ? around.items.find((item) => String(item.key) === String(key)) : undefined
    const node = (pair?.key ?? document.getIn(path.slice(0, length), true)) as { range?: readonly number[] | null } | undefined
    if (node?.range) return lines.linePos(node.range[0]!).line
  }
  return 1
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const pathOf = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path

function describe(issue: z.core.$ZodIssue): string {
  const where = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return `${where ? `${where}: ` : ''}there is no field ${issue.keys.join(', ')}; check the spelling`
  if (issue.code === 'invalid_type' && issue.input === undefined && where)
    return `${where} is missing or has the wrong type (${issue.expected} expected)`
  return where ? `${where}: ${issue.message}` : issue.message
}
