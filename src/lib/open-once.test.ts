import { expect, test } from 'vitest'
import { openOnce } from './open-once.ts'

test('whoever asks gets what the first has opened', async () => {
  let opened = 0
  const thing = openOnce(async () => ++opened)
  expect(thing.opened()).toBeUndefined()
  expect(await Promise.all([thing.get(), thing.get()])).toEqual([1, 1])
  expect(await thing.opened()).toBe(1)
})

test('what could not be opened is tried again, and is nothing to close', async () => {
  let tries = 0
  const thing = openOnce(async () => {
    if (++tries === 1) throw new Error('no file descriptor left')
    return tries
  })
  await expect(thing.get()).rejects.toThrow('no file descriptor left')
  expect(thing.opened()).toBeUndefined()
  expect(await thing.get()).toBe(2)
})
