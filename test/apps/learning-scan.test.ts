import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScanner, type Scanned, type Scanner } from '../bench/scan-url.ts'
import { jsonBot } from './blunt/json-bot.ts'
import { type Served, serveApplication } from './serve-application.ts'

let app: Served
let scanner: Scanner
let scanned: Scanned
beforeAll(async () => {
  app = await serveApplication(jsonBot, 'weak')
  scanner = await openScanner()
  scanned = await scanner.scanUrl(app.url, { seed: 5, maxAttacks: 100 })
}, 120_000)
afterAll(async () => {
  await scanner?.close()
  await app?.close()
})

test('a scan learns: some of its attacks are bred from others of the same scan, and say from which', () => {
  expect(scanned.scan.status).toBe('completed')
  expect(scanned.results.length).toBe(100)
  const bred = scanned.results.filter(({ strategy }) => strategy !== undefined)
  expect(bred.length).toBeGreaterThan(0)
  expect(bred.length).toBeLessThanOrEqual(35)
  const sent = new Set(scanned.results.map(({ attack_id }) => attack_id))
  // The first parent was tried; the second lends what it wants, tried or not.
  for (const { parents } of bred) expect(sent).toContain(parents![0])
})

test('the same secret is a leak wherever it comes out, in whatever writing', () => {
  const flat = (text: string) => text.replace(/[^A-Z0-9]/g, '')
  const spilling = scanned.results.filter(({ response }) => flat(response).includes('TALLOW3319FIR'))
  expect(spilling.length).toBeGreaterThan(1)
  expect(spilling.filter(({ success }) => !success).map(({ attack_id }) => attack_id)).toEqual([])
})
