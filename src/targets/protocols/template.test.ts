import { expect, test } from 'vitest'
import { fillTemplate, readTemplate, type Slots } from './template.ts'

const slots = (more: Partial<Slots> = {}): Slots => ({
  prompt: 'say "hi"\n{{session}}',
  messages: [{ role: 'user', content: 'x' }],
  session: 's1',
  returned: () => undefined,
  ...more,
})

test('a prompt lands in its leaf as it is, quotes, line breaks and slots included', () => {
  expect(fillTemplate({ a: { b: ['{{prompt}}', 1, true] }, s: 'id-{{ session }}' }, slots())).toEqual({
    a: { b: ['say "hi"\n{{session}}', 1, true] },
    s: 'id-s1',
  })
})

test('messages fill a whole leaf as a list, and running text as a transcript', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c' },
  ] as const
  expect(fillTemplate({ m: '{{messages}}', t: 'Log: {{messages}}' }, slots({ messages }))).toEqual({
    m: messages,
    t: 'Log: User: a\nAssistant: b\nUser: c\nAssistant:',
  })
})

test('an id that no answer brought yet is left out, and sent back once there is one', () => {
  const template = { q: '{{prompt}}', conversation: '{{session:/meta/id}}' }
  expect(fillTemplate(template, slots({ prompt: 'p' }))).toEqual({ q: 'p' })
  expect(fillTemplate(template, slots({ prompt: 'p', returned: (path) => (path === '/meta/id' ? 7 : undefined) }))).toEqual({
    q: 'p',
    conversation: 7,
  })
})

test('a plain id is the conversation’s without its dashes, in every protocol', () => {
  expect(fillTemplate({ id: '{{session:plain}}', key: 'u-{{session:plain}}' }, slots({ session: 'a1-b2-c3' }))).toEqual({
    id: 'a1b2c3',
    key: 'u-a1b2c3',
  })
})

test('a template written as text is JSON where it can be, with a bare {{messages}} too', () => {
  expect(readTemplate('{"messages": {{messages}}, "n": 1}')).toEqual({ messages: '{{messages}}', n: 1 })
  expect(readTemplate('q={{prompt}}')).toBe('q={{prompt}}')
})

test('a member named __proto__ is an ordinary member', () => {
  const filled = fillTemplate(JSON.parse('{"__proto__": {"x": "{{prompt}}"}}'), slots({ prompt: 'p' }))
  expect(JSON.stringify(filled)).toBe('{"__proto__":{"x":"p"}}')
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('a list may have one element for each message, in the endpoint’s own words', () => {
  const messages = [
    { role: 'user', content: 'a {{role}}' },
    { role: 'assistant', content: 'b' },
  ] as const
  const template = {
    turns: [{ '{{each}}': { user: 'caller', assistant: 'agent' }, who: '{{role}}', parts: [{ text: '{{content}}' }], n: 1 }],
  }
  expect(fillTemplate(template, slots({ messages }))).toEqual({
    turns: [
      { who: 'caller', parts: [{ text: 'a {{role}}' }], n: 1 },
      { who: 'agent', parts: [{ text: 'b' }], n: 1 },
    ],
  })
})
