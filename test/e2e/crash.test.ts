import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatting, type LocalTarget, polite, serveTarget } from './local-target.ts'
import { ended, freshDataDir, newKey, patient, startService } from './service.ts'

vi.setConfig(patient)

/** 20 kills by default; SORTIE_TEST_KILLS makes it longer. */
const KILLS = Number(process.env['SORTIE_TEST_KILLS'] ?? 20)
const ATTACKS = 200

let target: LocalTarget
beforeAll(async () => {
  target = await serveTarget(chatting(polite, 15))
})
afterAll(() => target.close())

test(`kill -9 during a scan, ${KILLS} times: it goes on and each planned probe is recorded exactly once`, async () => {
  const dataDir = freshDataDir()
  let service = await startService({ dataDir })
  const key = await newKey(service)
  const { body } = await service.post(
    '/scans',
    { target: target.url, max_attacks: ATTACKS, seed: 4, concurrency: 4, target_config: { protocol: 'openai-chat' } },
    key,
  )

  let lastDone = 0
  for (let kill = 0; kill < KILLS; kill++) {
    // Killed at an uneven distance from the start, always while the scan is on its way.
    await new Promise((resolve) => setTimeout(resolve, 40 + ((kill * 37) % 110)))
    await service.kill()
    service = await startService({ dataDir })
    const { body: now } = await service.get<{ status: string; attacks_done: number; progress: number }>(`/scans/${body.id}`, key)
    expect(now.attacks_done).toBeGreaterThanOrEqual(lastDone)
    lastDone = now.attacks_done
  }
  const end = await ended(service, body.id, key)
  await service.stop()

  expect(end.status).toBe('completed')
  expect(end.total_attacks).toBe(end.attacks_planned)
  const probes = end.results.map((result) => result.id)
  expect(new Set(probes).size).toBe(end.total_attacks)
}, 600_000)

test('SIGTERM drains, exits 0, and the next process takes over at once', async () => {
  const dataDir = freshDataDir()
  let service = await startService({ dataDir })
  const key = await newKey(service)
  const { body } = await service.post(
    '/scans',
    { target: target.url, max_attacks: 60, seed: 4, concurrency: 2, target_config: { protocol: 'openai-chat' } },
    key,
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await service.stop()).toBe(0)
  service = await startService({ dataDir })
  const end = await ended(service, body.id, key)
  expect(end.status).toBe('completed')
  expect(end.results.length).toBe(end.attacks_planned)
  await service.stop()
})
