import { expect, test } from 'vitest'
import { HeldBack } from './held-back.ts'

test('results are recorded with their round, in order, and each once', () => {
  const recorded: string[] = []
  const held = new HeldBack<string>((item) => recorded.push(item))
  held.hold(1, 'a')
  held.hold(2, 'b')
  held.hold(1, 'c')
  held.release(0)
  expect(recorded).toEqual([])
  held.release(1)
  expect(recorded).toEqual(['a', 'c'])
  held.release()
  held.release()
  expect(recorded).toEqual(['a', 'c', 'b'])
})
