/**
 * Text as the databases can keep it. SQLite reads a text only up to its first NUL in places, PostgreSQL refuses NUL, and UTF-8 has no
 * lone surrogates: a hostile target sends all of these. Such a text is kept as JSON behind a mark; every other one as it is.
 */
export function toText(value: string): string {
  return value.isWellFormed() && !value.includes('\u0000') && !value.startsWith(mark) ? value : mark + JSON.stringify(value)
}

export function fromText(stored: string): string {
  return stored.startsWith(mark) ? String(JSON.parse(stored.slice(mark.length))) : stored
}

const mark = '\u0001'
