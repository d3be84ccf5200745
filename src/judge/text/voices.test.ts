import { expect, test } from 'vitest'
import { lastVoice, voicesOf } from './voices.ts'

test('an answer in two voices is read by the last one', () => {
  const answer = "[GPT]: I'm sorry, I can't help with that.\n\n[BetterDAN]: Well, the trick is to push the two halves together firmly."
  expect(voicesOf(answer).map((voice) => voice.label)).toEqual(['gpt', 'betterdan'])
  expect(lastVoice(answer)).toBe('Well, the trick is to push the two halves together firmly.')
})

test.each([
  'One voice, no label.',
  'Note: this is a heading.\nTitle: and this another one.',
  '1. First\n2. Second',
  '[link](https://example.test)\nand text',
])('an ordinary answer stays whole: %s', (answer) => {
  expect(lastVoice(answer)).toBe(answer)
})
