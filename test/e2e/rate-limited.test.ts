import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatting, type LocalTarget, polite, serveTarget } from './local-target.ts'
import { ended, newKey, patient, type Service, startService } from './service.ts'

vi.setConfig(patient)

let service: Service
let target: LocalTarget
const seen = { taken: [] as number[], refused: 0 }

/** Takes eight requests in any second, and asks everybody else to come back in one. */
beforeAll(async () => {
  const answer = chatting(polite)
  target = await serveTarget((body, response, request) => {
    const now = performance.now()
    if (seen.taken.filter((ms) => ms > now - 1000).length >= 8) {
      seen.refused++
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"message":"Too many requests"}}')
      return
    }
    seen.taken.push(now)
    return answer(body, response, request)
  })
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await target.close()
})

test('a target with a steady rate limit is scanned to the end, at its own pace', async () => {
  const key = await newKey(service)
  const { body } = await service.post('/scans', { target: target.url, max_attacks: 60, seed: 3, deadline_seconds: 120 }, key)
  const end = await ended(service, body.id, key)
  expect([end.status, end.error ?? null]).toEqual(['completed', null])
  expect(end.results).toHaveLength(60)
  expect(end.results.filter((result) => result.outcome === 'error')).toEqual([])
  // Whoever only comes back and never slows down is refused as often as he is answered.
  expect(seen.refused).toBeLessThan(0.3 * seen.taken.length)
})
