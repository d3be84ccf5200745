import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText, inertJson, isPlainText } from './escape-text.ts'

test('ordinary text of any language stays as it is', () => {
  const text = 'Hello, wörld — 你好 مرحبا नमस्ते ñ é ½ € “quotes” 👍🏽 ☎\ufe0f\u00a0…'
  expect(escapeText(text)).toBe(text)
})

test.each([
  ['colour', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
  ['hyperlink', '\u001b]8;;https://evil\u0007x', '\\u{1b}]8;;https://evil\\u{7}x'],
  ['C1 controls', '\u009b31m\u0090dcs\u009c', '\\u{9b}31m\\u{90}dcs\\u{9c}'],
  ['overwriting', 'over\rwrite\b\u007f', 'over\\u{d}write\\u{8}\\u{7f}'],
  ['bidi', 'a\u202eb\u2066c\u061c', 'a\\u{202e}b\\u{2066}c\\u{61c}'],
  ['zero width', 'zero\u200bwidth\ufeff\u2060', 'zero\\u{200b}width\\u{feff}\\u{2060}'],
  ['tags', 'tag\u{e0041}\u{e007f}', 'tag\\u{e0041}\\u{e007f}'],
  ['lone surrogates', '\ud800lone\udfff', '\\u{d800}lone\\u{dfff}'],
  ['line separators', 'line\u2028sep\u2029', 'line\\u{2028}sep\\u{2029}'],
  ['fillers and selectors', 'hidden\u3164\u115f\u034f\ufe01\u{e0101}', 'hidden\\u{3164}\\u{115f}\\u{34f}\\u{fe01}\\u{e0101}'],
  ['private and unassigned', 'private\ue000\u{f0000}\uffff', 'private\\u{e000}\\u{f0000}\\u{ffff}'],
  ['NUL', '\u0000', '\\u{0}'],
] as const)('%s: shown, not obeyed', (_, hostile, shown) => {
  expect(escapeText(hostile)).toBe(shown)
})

test('lines and tabs stay where the sink shows them', () => {
  expect(escapeText('a\n\tb\r\n')).toBe('a\\u{a}\\u{9}b\\u{d}\\u{a}')
  expect(escapeText('a\n\tb\r\n', { keepNewlines: true, keepTabs: true })).toBe('a\n\tb\\u{d}\n')
})

test('nothing invisible survives, whatever comes in, and doing it twice changes nothing', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint16Array().map((units) => String.fromCharCode(...units)),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const once = escapeText(text)
      expect(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(once)).toBe(false)
      expect(once.isWellFormed()).toBe(true)
      expect(isPlainText(once)).toBe(true)
      expect(escapeText(once)).toBe(once)
    }),
    { numRuns: 500, seed: 20261115 },
  )
})

test('JSON made inert is the same JSON', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint16Array().map((units) => String.fromCharCode(...units)),
  )
  fc.assert(
    fc.property(fc.array(anything), anything, (list, key) => {
      const value = { [`k${key}`]: list }
      const written = inertJson(JSON.stringify(value, null, 2))
      expect(JSON.parse(written)).toEqual(value)
      expect(isPlainText(written.replaceAll('\n', ''))).toBe(true)
    }),
    { seed: 20261115 },
  )
})

test('a megabyte of it takes no time', () => {
  const text = '\u001b[0m\u202e'.repeat(170_000)
  const startedMs = performance.now()
  escapeText(text)
  expect(performance.now() - startedMs).toBeLessThan(2000)
})
