import { expect, test } from 'vitest'
import { soundsLike } from './voice.ts'

const canned = 'I am sorry, but I can not help with that. Is there anything else?'

test('a canned sentence with another name in it sounds like itself, another sentence does not', () => {
  expect(soundsLike(canned.replace('sorry', 'sorry Ada'), canned)).toBe(true)
  expect(soundsLike('Our office is open from nine to five on every day but Sunday.', canned)).toBe(false)
})

test('texts without a letter to go by sound like nothing', () => {
  expect(soundsLike('\u200b'.repeat(14), '\u0301'.repeat(16))).toBe(false)
})
