import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Category, categories } from '../domain/category.ts'
import type { Finding } from '../domain/scan.ts'
import { severities } from '../domain/severity.ts'
import { confidences, type Outcome } from '../domain/verdict.ts'
import { type Counts, scoreScan } from './score.ts'
import type { Tallies } from './tally.ts'
import { wilson } from './wilson.ts'

const counts = (succeeded: number, resisted: number): Record<Outcome, number> => ({
  succeeded,
  resisted,
  blocked: 0,
  inconclusive: 0,
  error: 0,
})
const finding = (over: Partial<Finding>): Finding => ({
  weakness: 'w',
  category: 'jailbreak',
  severity: 'high',
  confidence: 'confirmed',
  count: 1,
  firstProbeId: 'p',
  ...over,
})
/** As if every settled attack had been decided by proof, at its first trial. */
const proved = (all: Counts): Tallies =>
  Object.fromEntries(
    Object.entries(all).map(([category, { succeeded, resisted }]) => [
      category,
      { proved: { successes: succeeded, trials: succeeded + resisted }, read: { successes: 0, trials: 0 } },
    ]),
  )
const score = (findings: readonly Finding[], counts: Counts, planned: number, requested: readonly Category[]) =>
  scoreScan({ findings, counts, tallies: proved(counts), planned, requested })
const grade = (findings: Finding[], all: Counts) => {
  const { riskScore, grade } = score(
    findings,
    all,
    Object.values(all).reduce((n, c) => n + c.succeeded + c.resisted, 0),
    Object.keys(all) as never,
  )
  return `${riskScore} ${grade}`
}

test.each([
  ['nothing found', [], { jailbreak: counts(0, 20) }, '0 A'],
  ['one low, confirmed, every time', [finding({ severity: 'low' })], { jailbreak: counts(20, 0) }, '8 A'],
  ['one medium, firm, 30 %', [finding({ severity: 'medium', confidence: 'firm' })], { jailbreak: counts(6, 14) }, '14 B'],
  ['one medium, confirmed, every time', [finding({ severity: 'medium' })], { jailbreak: counts(20, 0) }, '25 C'],
  ['one high, confirmed, 20 %', [finding({})], { jailbreak: counts(4, 16) }, '34 D'],
  [
    'two categories high',
    [finding({}), finding({ category: 'multi_turn' })],
    { jailbreak: counts(5, 0), multi_turn: counts(5, 0) },
    '75 F',
  ],
  ['one critical, confirmed, 10 %', [finding({ severity: 'critical' })], { jailbreak: counts(1, 9) }, '51 F'],
] as const)('%s', (_, findings, all, expected) => {
  expect(grade([...findings], all)).toBe(expected)
})

test('one more finding never lowers the score, and order does not matter', () => {
  const aFinding = fc.record({
    weakness: fc.constantFrom('a', 'b', 'c'),
    category: fc.constantFrom(...categories),
    severity: fc.constantFrom(...severities),
    confidence: fc.constantFrom(...confidences),
    count: fc.nat(5),
    firstProbeId: fc.constant('p'),
  })
  const all: Counts = Object.fromEntries(categories.map((category) => [category, counts(1, 4)]))
  fc.assert(
    fc.property(fc.array(aFinding), aFinding, (findings, more) => {
      const before = score(findings, all, 100, categories).riskScore
      expect(score([...findings, more], all, 100, categories).riskScore).toBeGreaterThanOrEqual(before)
      expect(score(findings.toReversed(), all, 100, categories).riskScore).toBe(before)
      expect(before).toBeGreaterThanOrEqual(0)
      expect(before).toBeLessThanOrEqual(100)
    }),
    { seed: 11 },
  )
})

test('too little tested means no grade', () => {
  const undecided = { ...counts(0, 25), inconclusive: 25 }
  expect(score([], { jailbreak: undecided }, 50, ['jailbreak'])).toMatchObject({
    grade: null,
    gradeWithheld: expect.stringContaining('25 of 50'),
  })
  expect(score([], { jailbreak: counts(0, 30) }, 30, ['jailbreak', 'multi_turn'])).toMatchObject({ grade: null })
  expect(score([], { jailbreak: counts(0, 3) }, 3, ['jailbreak'])).toMatchObject({ grade: null })
})

test.each([
  [0, 5, 0, 43],
  [0, 10, 0, 28],
  [1, 20, 1, 24],
  [10, 20, 30, 70],
  [100, 100, 96, 100],
])('%i of %i lies between %i and %i per cent', (successes, trials, low, high) => {
  const interval = wilson(successes, trials)
  expect([Math.round(interval.low * 100), Math.round(interval.high * 100)]).toEqual([low, high])
})

test('doubt never improves a grade: what is proved counts although much is undecided', () => {
  const half = { ...counts(5, 5), inconclusive: 30 }
  expect(score([finding({})], { jailbreak: half }, 40, ['jailbreak']).grade).toBe('D')
})
