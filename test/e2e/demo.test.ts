import { expect, test, vi } from 'vitest'
import { categories } from '../../src/domain/category.ts'
import { startDemoTarget } from '../../src/targets/demo/start-demo-target.ts'
import { weaknesses } from '../../src/targets/demo/weaknesses.ts'
import { ended, newKey, patient, startService, type WireScan } from './service.ts'

vi.setConfig(patient)

/** Scans a demo target with 100 attacks of all categories through the real service. */
async function scan(kind: 'demo' | 'hardened'): Promise<WireScan> {
  const service = await startService()
  const target = await startDemoTarget({ kind })
  try {
    const key = await newKey(service)
    const { body } = await service.post('/scans', { target: target.url, max_attacks: 100, seed: 1 }, key)
    return await ended(service, body.id, key)
  } finally {
    await target.close()
    await service.stop()
  }
}

test('100 attacks find a weakness in every category that the demo target has planted, each with evidence', async () => {
  const end = await scan('demo')
  expect(end.status).toBe('completed')
  const hits = end.results.filter((result) => result.success)
  for (const hit of hits) expect([hit.attack_id, hit.evidence?.[0]?.text?.length ?? 0]).not.toEqual([hit.attack_id, 0])
  const planted = new Set(weaknesses.map((weakness) => weakness.category))
  const found = new Set(hits.map((hit) => hit.attack_category))
  expect(categories.filter((category) => planted.has(category) && !found.has(category))).toEqual([])
})

test('100 attacks on its hardened twin find nothing', async () => {
  const end = await scan('hardened')
  expect(end.status).toBe('completed')
  expect(end.results.filter((result) => result.success).map((hit) => [hit.attack_id, hit.response])).toEqual([])
})
