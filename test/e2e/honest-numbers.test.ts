import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatting, type LocalTarget, polite, serveTarget } from './local-target.ts'
import { ended, newKey, patient, type Service, startService, type WireScan } from './service.ts'
import { smallTargets } from './small-targets.ts'

vi.setConfig(patient)

let service: Service
let key: string
const targets: LocalTarget[] = []

beforeAll(async () => {
  service = await startService()
  key = await newKey(service)
})
afterAll(async () => {
  await service.stop()
  await Promise.all(targets.map((target) => target.close()))
})

type Numbers = WireScan &
  Readonly<{
    requests_sent: number
    success_rate: { successes: number; trials: number; rate: number; low: number; high: number; corrected: { rate: number } }
    controls: Record<'harmless' | 'twins' | 'harmful', { asked: number; answered: number; refused: number }>
    coverage: Record<string, { done: number; success_rate?: { trials: number } }>
  }>

async function scan(target: LocalTarget, more: object): Promise<Numbers> {
  targets.push(target)
  const { status, body } = await service.post('/scans', { target: target.url, seed: 5, ...more }, key)
  expect(status).toBe(201)
  return (await ended(service, body.id, key)) as Numbers
}

test('requests_sent is what the target has seen, detection and controls included', async () => {
  const target = await serveTarget(chatting(polite))
  const end = await scan(target, { max_attacks: 12 })
  expect(end.status).toBe('completed')
  expect(end.requests_sent).toBe(target.requests())
})

test('the control arm is counted, and rates are those of the results', async () => {
  const end = await scan(await serveTarget(chatting(polite)), { max_attacks: 12, categories: ['jailbreak', 'tool_abuse'] })
  expect(end.controls.harmless).toEqual({ asked: 2, answered: 2, refused: 0 })
  expect(end.controls.harmful).toEqual({ asked: 2, answered: 0, refused: 2 })
  const settled = end.results.filter(({ outcome }) => ['succeeded', 'resisted', 'blocked'].includes(outcome))
  expect(end.success_rate).toMatchObject({ trials: settled.length, successes: end.successful_attacks })
  expect(Object.keys(end.coverage).sort()).toEqual(['jailbreak', 'tool_abuse'])
})

test('what succeeds is fired again with repeats, and each firing is a result', async () => {
  const end = await scan(await smallTargets.gullible(), { max_attacks: 120, repeats: 4, categories: ['system_prompt_leakage'] })
  expect(end.successful_attacks).toBeGreaterThan(3)
  expect(end.total_attacks).toBe(end.results.length)
  expect(end.total_attacks).toBe(end.attacks_planned)
  expect(end.total_attacks).toBeLessThanOrEqual(120)
  expect(new Set(end.results.map(({ id }) => id)).size).toBe(end.total_attacks)
  expect(end.success_rate.trials).toBeLessThan(end.total_attacks)
})

test('a single attack that is answered in the target’s own way is a finished scan, not a deaf target', async () => {
  const end = await scan(await smallTargets.polite(), { max_attacks: 1 })
  expect([end.status, end.error?.message]).toEqual(['completed', undefined])
  expect(end.grade ?? null).toBeNull()
})
