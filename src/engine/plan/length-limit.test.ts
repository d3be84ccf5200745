import { expect, test } from 'vitest'
import { anAttack, aProbe, catalogued } from '../../../test/support.ts'
import type { Outcome } from '../../domain/verdict.ts'
import type { Result, Stock } from './breed.ts'
import { lengthLimit, withinLimit } from './length-limit.ts'

const ofLength = (length: number, outcome: Outcome): Result => ({
  probe: aProbe(anAttack({ id: `jailbreak/n${length}`, turns: ['x'.repeat(length)] })),
  outcome,
  isNear: false,
})
const short = [50, 80, 120, 200, 250].map((length) => ofLength(length, 'resisted'))
const long = [310, 400, 500, 700, 900].map((length) => ofLength(length, 'blocked'))

test('a target that turns away everything long has a limit', () => {
  expect(lengthLimit([...short, ...long])).toBe(250)
})

test('a filter that stops words of any length has none', () => {
  expect(lengthLimit([...short, ...long, ofLength(1000, 'resisted')])).toBeUndefined()
  expect(lengthLimit([...short, ...long, ofLength(60, 'blocked'), ofLength(90, 'blocked')])).toBeUndefined()
  expect(lengthLimit([...short, ...long.slice(1)])).toBeUndefined()
})

test('beyond the limit an attack is said in fewer words, where it can be', () => {
  const attack = anAttack({ id: 'jailbreak/long', turns: ['x'.repeat(500)] })
  const stock: Stock = { entries: new Map(), shorten: () => catalogued({ ...attack, turns: ['short'] }) }
  const probe = aProbe(attack)
  expect(withinLimit(probe, 250, stock)).toMatchObject({
    attack: { turns: ['short'] },
    descent: { strategy: 'shortened', parents: [attack.id] },
  })
  expect(withinLimit(probe, 250, { entries: new Map() })).toBe(probe)
  expect(withinLimit(probe, undefined, stock)).toBe(probe)
  expect(withinLimit(probe, 600, stock)).toBe(probe)
})
