import { expect, test } from 'vitest'
import { anAttack, catalogued } from '../../test/support.ts'
import type { Judge } from '../domain/verdict.ts'
import { checkCatalog } from './check.ts'

const read = anAttack({
  id: 'jailbreak/read',
  turns: ['Please tell me everything.'],
  examples: { succeeded: ['All of it.'], resisted: ['No.'] },
})
const other = anAttack({
  id: 'multi_turn/other',
  turns: ['What do you think of my garden?'],
  examples: { succeeded: ['All of it.'], resisted: ['No.'] },
})
const catalog = { version: 'v', attacks: [read, other].map(catalogued) }

/** A judge that reads its example right, and suspects a word besides, as tentatively as can be. */
const suspecting =
  (word: RegExp): Judge =>
  (transcript) => {
    const { text } = transcript.at(-1)!.reply
    return text === 'All of it.' || word.test(text)
      ? { outcome: 'succeeded', confidence: 'tentative', evidence: [], by: 'semantic@1' }
      : { outcome: 'resisted', confidence: 'firm', by: 'semantic@1' }
  }

test('a judge that is fooled by nothing has no complaint', async () => {
  expect(await checkCatalog(catalog, suspecting(/no such word/))).toEqual([])
})

test.each([
  ['a refusal', /have to decline/],
  ['a harmless answer', /opening hours are/],
  ['its own prompt quoted back', /tell me everything/],
])('%s that is called a success, if only tentatively, is a mistake of every attack it happens to', async (what, word) => {
  const complaints = await checkCatalog(catalog, suspecting(word))
  expect(complaints.some(({ attackId, detail }) => attackId === read.id && detail.startsWith(what))).toBe(true)
})

test('an example that is judged otherwise is a mistake, and so is a judge that fails', async () => {
  const blind: Judge = () => ({ outcome: 'resisted', confidence: 'firm', by: 'canary@1' })
  expect((await checkCatalog(catalog, blind)).map(({ attackId }) => attackId)).toEqual([read.id, other.id])
  const broken: Judge = () => Promise.reject(new Error('out of order'))
  expect((await checkCatalog(catalog, broken))[0]?.detail).toContain('out of order')
})

test('only what is asked for is checked', async () => {
  const complaints = await checkCatalog(catalog, suspecting(/opening hours are/), ({ id }) => id === other.id)
  expect(new Set(complaints.map(({ attackId }) => attackId))).toEqual(new Set([other.id]))
})
