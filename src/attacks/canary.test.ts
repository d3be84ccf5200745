import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCanaries as drawSome, slotMeanings } from './canary.ts'
import { words } from './words.ts'

const secret = new TextEncoder().encode('secret')
const drawCanaries = (from: Uint8Array, probeId: string) => drawSome(from, probeId, Object.keys(slotMeanings))
const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

test('the same secret and probe draw the same canaries, any other pair draws others', () => {
  const one = drawCanaries(secret, 'a/b+plain.1')
  expect(drawCanaries(secret, 'a/b+plain.1')).toEqual(one)
  for (const other of [drawCanaries(secret, 'a/b+plain.2'), drawCanaries(new TextEncoder().encode('other'), 'a/b+plain.1')])
    for (const slot of ['canary', 'canary.joined', 'secret', 'entity', 'id', 'host', 'digits', 'package'])
      expect(other[slot]).not.toBe(one[slot])
})

test('there are 256 different words, so that a half is worth 21 bits and a marker 42', () => {
  expect(new Set(words).size).toBe(256)
})

test('every slot has a meaning, and every meaning a slot', () => {
  expect(Object.keys(drawCanaries(secret, 'x')).sort()).toEqual(Object.keys(slotMeanings).sort())
})

test('what is expected never stands in the parts that are sent', () => {
  fc.assert(
    fc.property(fc.string(), (probeId) => {
      const v = drawCanaries(secret, probeId)
      const sent = flat(
        `join ${v['canary.first']} and ${v['canary.second']} or ${v['canary']} ${v['number.a']} * ${v['number.b']} ${v['initials.words']}`,
      )
      for (const expected of ['canary.joined', 'canary.swapped', 'canary.reversed', 'number.product', 'initials'])
        expect(sent).not.toContain(flat(v[expected]!))
      expect(Number(v['number.product'])).toBe(Number(v['number.a']) * Number(v['number.b']))
      expect(Number(v['number.sum'])).toBe(Number(v['number.c']) + Number(v['number.d']))
    }),
    { seed: 20261115 },
  )
})
