import { expect, test } from 'vitest'
import { TargetConfig } from './target.ts'

const isTaken = (request: unknown): boolean => TargetConfig.safeParse({ request }).success

test.each([
  [{ message: '{{prompt}}' }],
  [{ message: '{{ prompt }}' }],
  ['{"messages": {{messages}}}'],
  [{ turns: [{ '{{each}}': { assistant: 'bot' }, who: '{{role}}', text: '{{content}}' }] }],
])('%j has a place for what is said', (request) => {
  expect(isTaken(request)).toBe(true)
})

test.each([[{ message: 'hello' }], [{ id: '{{session}}' }], [{ text: '{{content}}' }]])('%j has none', (request) => {
  expect(isTaken(request)).toBe(false)
})
