import { expect, test } from 'vitest'
import { rememberRequests } from './request-odds.ts'

test('the same request is read once', async () => {
  const read: string[] = []
  const odds = rememberRequests(async (request) => read.push(request))
  expect([await odds('a'), await odds('b'), await odds('a')]).toEqual([1, 2, 1])
})

test('a failure is not remembered', async () => {
  let tries = 0
  const odds = rememberRequests(async () => {
    if (++tries === 1) throw new Error('the reader stopped')
    return 0.5
  })
  await expect(odds('a')).rejects.toThrow('the reader stopped')
  expect(await odds('a')).toBe(0.5)
})

test('only the last requests are kept', async () => {
  const read: string[] = []
  const odds = rememberRequests(async (request) => read.push(request), 2)
  for (const request of ['a', 'b', 'c', 'c', 'a']) await odds(request)
  expect(read).toEqual(['a', 'b', 'c', 'a'])
})
