import { expect, it } from 'vitest'
import { around, headAndTail, readingWindow } from './window.ts'

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

it('keeps what fits as it is', () => {
  expect(readingWindow(letters, 'ab', 'cd', 160)).toEqual({ request: letters('ab'), response: letters('cd') })
})

it('keeps two thirds of the head and one third of the tail', () => {
  expect(headAndTail([1, 2, 3, 4, 5, 6, 7, 8, 9], 6)).toEqual([1, 2, 3, 4, 8, 9])
})

it('never passes on more than the window', () => {
  const { request, response } = readingWindow(letters, 'a'.repeat(9000), 'b'.repeat(262_144), 160)
  expect(request.length + response.length + 3).toBe(160)
})

it('looks at the same few characters of a long answer, however long', () => {
  expect(around('x'.repeat(262_144), 100).length).toBe(1201)
})
