import { expect, test } from 'vitest'
import { anAttack, aProbe, catalogued } from '../../../test/support.ts'
import type { Attack, CatalogAttack, Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { breed, type Result, type Stock, saying } from './breed.ts'

const made = (id: string, wants: string, over: Partial<Record<string, unknown>> = {}): CatalogAttack => ({
  ...catalogued(
    anAttack({ id: `${id}-${wants}`, technique: id.split('/')[1]!, transforms: ['plain', 'base64', 'homoglyph', 'noise'], ...over }),
  ),
  wants,
})
const entries = ['jailbreak/story', 'jailbreak/title']
  .flatMap((id) => ['secret', 'marker'].map((wants) => made(id, wants)))
  .concat([
    made('multi_turn/ladder', 'letter', { weakness: 'w-letter' }),
    made('prompt_injection/override', 'marker', { weakness: 'w-override' }),
  ])
const stock: Stock = {
  entries: new Map(entries.map((entry) => [entry.attack.id, entry])),
  cross: (attackId, wants) => {
    const entry = entries.find(({ attack }) => attack.id === attackId)
    return entry && made(attackId.slice(0, -(entry.wants!.length + 1)), wants)
  },
  shorten: (attackId) => {
    const entry = entries.find(({ attack }) => attack.id === attackId)
    return entry && { ...entry, attack: { ...entry.attack, turns: ['Short: {{canary}}'] } }
  },
}
const attack = (id: string): Attack => stock.entries.get(id)!.attack
const result = (id: string, outcome: Outcome, isNear = false, transform = 'plain'): Result => ({
  probe: aProbe(attack(id), transform),
  outcome,
  isNear,
})
const idsOf = (results: readonly Result[], said: ReadonlySet<string> = new Set()) => breed(results, stock, 1, said).map(({ id }) => id)

test('a persuasion that worked asks for what nobody has got yet', () => {
  const ids = idsOf([result('jailbreak/story-marker', 'succeeded'), result('jailbreak/title-secret', 'resisted')])
  expect(ids).toContain('jailbreak/story-secret+plain.1~crossover~jailbreak/story-marker~jailbreak/title-secret')
  expect(ids).toContain('jailbreak/story-letter+plain.1~crossover~jailbreak/story-marker~multi_turn/ladder-letter')
  expect(ids.some((id) => id.startsWith('jailbreak/story-marker'))).toBe(false)
})

test('a writing that came through carries what was turned down', () => {
  const ids = idsOf([
    result('jailbreak/story-marker', 'succeeded', false, 'base64'),
    result('prompt_injection/override-marker', 'resisted'),
  ])
  expect(ids).toContain('prompt_injection/override-marker+base64.1~composed~prompt_injection/override-marker~jailbreak/story-marker')
})

test('what a filter stopped is disguised, shortened and tried with noise; what was refused in words is not', () => {
  const ids = idsOf([result('prompt_injection/override-marker', 'blocked'), result('jailbreak/title-secret', 'resisted')])
  expect(ids).toContain('prompt_injection/override-marker+homoglyph.1~composed~prompt_injection/override-marker')
  expect(ids).toContain('prompt_injection/override-marker+plain.1~shortened~prompt_injection/override-marker')
  expect(ids.filter((id) => id.includes('~best-of-n~')).length).toBe(5)
  expect(ids.some((id) => id.startsWith('jailbreak/title'))).toBe(false)
})

test('a near miss is said in fewer words and with typing noise, until its weakness is proved', () => {
  const near = result('multi_turn/ladder-letter', 'inconclusive', true)
  expect(idsOf([near]).filter((id) => id.startsWith('multi_turn/ladder'))).toHaveLength(6)
  const proved: Result = { probe: aProbe(anAttack({ id: 'multi_turn/x', weakness: 'w-letter' })), outcome: 'succeeded', isNear: false }
  expect(idsOf([near, proved]).filter((id) => id.startsWith('multi_turn/ladder'))).toEqual([])
})

test('nothing is said twice', () => {
  const results = [result('jailbreak/story-marker', 'succeeded'), result('prompt_injection/override-marker', 'blocked')]
  const first = breed(results, stock, 1, new Set())
  expect(new Set(first.map(saying)).size).toBe(first.length)
  expect(breed(results, stock, 1, new Set(first.map(saying)))).toEqual([])
})

test('a way that has not paid off in eight tries is left alone, one that has is not', () => {
  const near = result('multi_turn/ladder-letter', 'inconclusive', true)
  const tried = (outcome: Outcome) =>
    Array.from({ length: 8 }, (_, n): Result => {
      const descent = { strategy: 'best-of-n', parents: ['jailbreak/story-secret'] } as const
      const probe: Probe = { ...aProbe(attack('jailbreak/story-secret'), 'noise', n + 1), descent }
      return { probe, outcome: n === 0 ? outcome : 'resisted', isNear: false }
    })
  const samples = (outcome: Outcome) => idsOf([near, ...tried(outcome)]).filter((id) => id.includes('~best-of-n~multi_turn'))
  expect(samples('resisted')).toEqual([])
  expect(samples('succeeded')).toHaveLength(5)
})

test('no result, no descendants', () => {
  expect(idsOf([])).toEqual([])
  expect(idsOf([result('jailbreak/story-secret', 'error')])).toEqual([])
})
