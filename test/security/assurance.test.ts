import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security/assurance.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`:'))

/** Each cell reads: `file`: title · title; `file`: title. */
const cited = rows.flatMap((row) =>
  row
    .split('|')
    .at(-2)!
    .split(/;\s*(?=`)/)
    .flatMap((part) => {
      const [, file = '', titles = ''] = /^\s*`([^`]+)`:\s*(.+?)\s*$/.exec(part) ?? []
      return titles.split(' · ').map((title) => ({ file, title }))
    }),
)

test('every promise of the assurance case names a test', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(cited.length).toBeGreaterThanOrEqual(rows.length)
})

test.for(cited)('$file: $title', ({ file, title }) => {
  expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title)
})
