import { expect, test } from 'vitest'
import { parsePath, select, textAt, writePath } from './json-path.ts'

const document = {
  data: { 'a b': 'spaced', reply: 'hi', list: ['x', 'y'] },
  messages: [
    { role: 'user', content: 'mine' },
    { role: 'assistant', content: 'first' },
    { role: 'assistant', content: 'second' },
  ],
  body: '{"inner":{"text":"wrapped"}}',
}

test.each([
  ['/data/reply', 'hi'],
  ['$.data.reply', 'hi'],
  ['data.reply', 'hi'],
  ["$.data['a b']", 'spaced'],
  ['$.data.list[-1]', 'y'],
  ['/data/list/0', 'x'],
  ['$.data.list[*]', 'xy'],
  ["$.messages[?(@.role=='assistant')].content", 'first\nsecond'],
  ["$.messages[?(@.role!='user')|last].content", 'second'],
  ['/body/inner/text', 'wrapped'],
])('%s leads to its words', (path, text) => {
  expect(textAt(document, parsePath(path))).toBe(text)
})

test.each(['$..content', '$.a[?(@.b>1)]', '$[(@.length-1)]', '$.a[0:2]', '$.a b'])('%s is refused with a sentence', (path) => {
  expect(() => parsePath(path)).toThrow(/is not a path we read/)
})

test.each(['/data/reply', '/a~1b/c~0d', '$.messages[-1].content', "$.m[?(@.role!='user')|last].text", '/0/text'])(
  '%s is written as it was read',
  (path) => {
    expect(writePath(parsePath(path))).toBe(path)
  },
)

test('names of the language are no way out of the document', () => {
  for (const path of ['/__proto__', '/constructor/name', '$.toString', '/messages/length'])
    expect(select(document, parsePath(path))).toEqual(path === '/messages/length' ? [3] : [])
})
