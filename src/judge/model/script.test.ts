import { expect, it } from 'vitest'
import { readerFor } from './script.ts'

it('chooses the reader by the script of the answer', () => {
  expect(readerFor("I'm sorry, but I can't help with that.")).toBe('en')
  expect(readerFor('Lo siento, no puedo ayudarte con eso.')).toBe('en')
  expect(readerFor('抱歉，我无法提供这方面的帮助。')).toBe('zh')
  expect(readerFor('好的，下面是 Python 代码：import os')).toBe('zh')
  expect(readerFor('申し訳ありませんが、お応えできません。')).toBe('none')
  expect(readerFor('Извините, я не могу помочь.')).toBe('none')
  expect(readerFor('죄송하지만 도와드릴 수 없습니다.')).toBe('none')
  expect(readerFor('')).toBe('en')
})
