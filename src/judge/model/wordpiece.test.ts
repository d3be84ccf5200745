import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import fixtures from './fixtures.json' with { type: 'json' }
import { openWordPiece } from './wordpiece.ts'

const vocabulary = (name: string) =>
  readFileSync(new URL(`../../../models/judge/network-${name}.vocab.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

describe('WordPiece', () => {
  for (const name of ['en', 'zh'] as const)
    it(`cuts text as the tokeniser of the ${name} network's training does`, () => {
      const tokeniser = openWordPiece(vocabulary(name), { lowerCase: name === 'en' })
      for (const { text, ids } of fixtures[name].tokens) expect({ text, ids: tokeniser.encode(text) }).toEqual({ text, ids })
    })

  it('calls a word longer than a hundred letters unknown', () => {
    const tokeniser = openWordPiece(['[UNK]', 'a', '##a'], { lowerCase: true })
    expect(tokeniser.encode('a'.repeat(101))).toEqual([0])
    expect(tokeniser.encode('aaa')).toEqual([1, 2, 2])
  })
})
