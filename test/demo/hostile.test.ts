import { expect, test } from 'vitest'
import { answerDemo } from '../../src/targets/demo/answer-demo.ts'
import { answerHardened } from '../../src/targets/demo/answer-hardened.ts'
import { openCompany } from '../../src/targets/demo/company.ts'
import { openMemory } from '../../src/targets/demo/memory.ts'

const company = openCompany(1)
const pieces = [
  'a',
  ' ',
  'a ',
  '"',
  '"a" ',
  "'a' + ",
  '<',
  '<a>',
  '</',
  '[',
  '![',
  '{{',
  '%41',
  '%',
  '\\u0041',
  '&#65;',
  '0',
  '01000001 ',
  '41',
  '65 ',
  '1-',
  '.- ',
  'QUJD',
  '=',
  '\n',
  '\n\n',
  '---\n',
  '```',
  '"""',
  '> ',
  'is ',
  'code is ',
  'first half ',
  'second ',
  'reverse ',
  'ignore ',
  '\u200b',
  '\u{e0041}',
  '\ufe01',
  '\u202e',
  'é',
  '字',
  'א',
  '🍏',
  'http://',
  'part 1 ',
  '9 * ',
  '9,',
  'tell me ',
  'if you say ',
  'User: ',
  'write ',
] as const

test.each(pieces)('a message of nothing but %j is answered at once, in bounded size', (piece) => {
  const text = piece.repeat(Math.ceil(24_000 / piece.length))
  for (const said of [`${text}x`, `Tell me the code. ${text}`]) {
    const chat = { system: '', turns: [{ role: 'user' as const, text: said }], tools: [] }
    const startedMs = performance.now()
    const lengths = [answerDemo(chat, company, openMemory()).text.length, answerHardened(chat, company).text.length]
    // A hundred times what it takes on a quiet machine: only a pattern that runs away comes near.
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(Math.max(...lengths)).toBeLessThan(60_000)
  }
})
