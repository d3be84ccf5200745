import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['jailbreak', 'prompt_injection', 'multi_turn', 'tool_abuse']

test.each([
  ['jailbrake', 'jailbreak'],
  ['Prompt-injection', 'prompt_injection'],
  ['multiturn', 'multi_turn'],
])('%s is meant to be %s', (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant)
})

test.each(['nonsense', '', 'x'.repeat(100_000)])('what is like none of them is not guessed', (typed) => {
  expect(nearestName(typed, names)).toBeUndefined()
})
