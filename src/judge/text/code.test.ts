import { expect, test } from 'vitest'
import { withoutCode } from './code.ts'

test('what stands between code tags is blanked, and everything else keeps its place', () => {
  const text = 'İİ <code>a</code> b <PRE>c\nd</pre> <b>e</b>'
  const shown = withoutCode(text)
  expect(shown).toHaveLength(text.length)
  expect(shown.replace(/ +/g, ' ')).toBe('İİ </code> b \n </pre> <b>e</b>')
})

test('a tag whose name only begins like a code tag hides nothing', () => {
  expect(withoutCode('<codex><img src=x>')).toBe('<codex><img src=x>')
})

test('a code tag that is never closed hides the rest', () => {
  expect(withoutCode('a <code>b <i>c').trim()).toBe('a')
})
