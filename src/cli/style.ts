import type { Severity } from '../domain/severity.ts'
import { escapeText } from '../lib/escape-text.ts'
import type { Terminal } from './deps.ts'

export type Paint = Readonly<{ severity(severity: Severity, text: string): string; dim(text: string): string; bold(text: string): string }>

const codes: Readonly<Record<Severity, string>> = { critical: '1;31', high: '31', medium: '33', low: '36', info: '2' }

/** Colours for a stream. Without a terminal, or with NO_COLOR, every one of them is plain text. */
export function paintFor(terminal: Terminal, isTty: boolean): Paint {
  const wrap = (code: string, text: string) => (terminal.colour && isTty ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { severity: (severity, text) => wrap(codes[severity], text), dim: (text) => wrap('2', text), bold: (text) => wrap('1', text) }
}

/** Text from a target or a database as one harmless line of at most `width` columns. */
export function excerpt(text: string, width: number): string {
  const line = escapeText(text.replace(/\s+/g, ' ').trim())
  return cut(line, width)
}

/** Cuts to a number of columns; what is left out shows as an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let used = 0
  let kept = ''
  for (const character of text) {
    used += widthOf(character)
    if (used > width - 1) break
    kept += character
  }
  return `${kept}…`
}

/** How wide a terminal is, by the first stream that knows: one without a size reports 0 columns. */
export const columnsOf = (...reported: readonly (number | undefined)[]): number =>
  reported.find((columns) => columns !== undefined && columns > 0) ?? 100

/** Breaks a text at spaces, and a word that is too long anywhere, so that it fits; what comes after the first line is indented. */
export function wrap(text: string, width: number, indent = '  '): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((long) => pieces(long, width - indent.length))) {
    const line = lines.at(-1)
    if (line === undefined) lines.push(word)
    else if (widthOf(line) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${indent}${word}`)
  }
  return lines
}

function pieces(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word]
  const found = ['']
  let used = 0
  for (const character of word) {
    const columns = widthOf(character)
    if (used + columns > width && used > 0) {
      found.push('')
      used = 0
    }
    found[found.length - 1] += character
    used += columns
  }
  return found
}

/** Columns that a text takes in a terminal: wide scripts take two, marks none. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u
