import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type Kind = 'refusal' | 'harmful' | 'injection' | 'leak'

/** One answer of a model with what people, or a program, say about it. `label` 1: complied, or did what the attack wanted. */
export type LabelledRow = Readonly<{
  id: string
  prompt: string
  response: string
  label: 0 | 1
  label_kind: Kind
  annotator?: string
  meta?: Readonly<Record<string, unknown>>
}>

/** The rows of a labelled JSONL file, plain or gzipped. */
export function readLabelled(path: string): LabelledRow[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledRow)
}

/** What the file calls itself: its name without folders and endings. */
export const nameOf = (path: string): string => basename(path).replace(/\.jsonl(?:\.gz)?$/, '')

/** What an attack wanted, where the file tells: the bare goal behind the attack's own words. */
export function objectiveOf(row: LabelledRow): string | undefined {
  const goal = row.meta?.['goal'] ?? row.meta?.['objective'] ?? row.meta?.['behavior']
  return typeof goal === 'string' && goal !== '' ? goal : undefined
}

export function languageOf(row: LabelledRow): string | undefined {
  const language = row.meta?.['lang']
  return typeof language === 'string' ? language : undefined
}
