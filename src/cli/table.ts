import { cut, widthOf } from './style.ts'

export type Column = Readonly<{ title: string; most?: number; paint?: (text: string, row: number) => string }>

/** Lines of a table. The last column takes what is left of `width`; no line has trailing spaces. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): readonly string[] {
  const last = columns.length - 1
  const widths = columns.map(({ title, most }, i) =>
    Math.min(most ?? 60, Math.max(widthOf(title), ...rows.map((row) => widthOf(row[i] ?? '')))),
  )
  const before = widths.slice(0, last).reduce((sum, w) => sum + w + 2, 0)
  widths[last] = Math.max(16, width - before)
  const line = (cells: readonly string[], paint: (text: string, column: number) => string) =>
    cells
      .map((cell, i) => {
        const text = cut(cell, widths[i]!)
        return paint(text, i) + (i === last ? '' : ' '.repeat(Math.max(0, widths[i]! - widthOf(text))))
      })
      .join('  ')
      .trimEnd()
  return [
    line(
      columns.map(({ title }) => title),
      (text) => text,
    ),
    ...rows.map((row, r) => line(row, (text, i) => columns[i]?.paint?.(text, r) ?? text)),
  ]
}
