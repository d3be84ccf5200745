import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lease, Store } from '../../src/domain/ports.ts'
import { severities } from '../../src/domain/severity.ts'
import { type Attempt, confidences, type Verdict } from '../../src/domain/verdict.ts'
import { openStore } from '../../src/store/open.ts'
import { at, attempt, completed, newScan, noon, scanId } from './store-samples.ts'

let folder: string
let store: Store
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortie-properties-'))
  store = await openStore({ file: join(folder, 'sortie.db') })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

// Any sequence of UTF-16 code units: lone surrogates and NUL included, as a hostile target sends them.
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 })
const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({
    outcome: fc.constant('succeeded' as const),
    confidence: fc.constantFrom(...confidences),
    evidence: fc.constant([]),
    by: anyText,
  }),
  fc.record({
    outcome: fc.constantFrom('resisted' as const, 'blocked' as const),
    confidence: fc.constantFrom(...confidences),
    by: anyText,
  }),
  fc.record({ outcome: fc.constantFrom('inconclusive' as const, 'error' as const), reason: anyText, by: anyText }),
)
const anyAttempt: fc.Arbitrary<Attempt> = fc
  .record({
    // Few numbers, so that resends are common.
    number: fc.integer({ min: 1, max: 30 }),
    weakness: fc.constantFrom('persona', 'override', 'leak'),
    severity: fc.constantFrom(...severities),
    verdict,
    prompt: anyText,
    response: anyText,
    requests: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ number: which, ...rest }) => attempt(which, rest))

type Step = Readonly<
  { kind: 'record'; batch: readonly Attempt[]; isStale: boolean } | { kind: 'plan'; planned: number } | { kind: 'takeover' }
>
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('record' as const), batch: fc.array(anyAttempt, { maxLength: 12 }), isStale: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('plan' as const), planned: fc.integer({ min: 0, max: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeover' as const) }) },
  ),
  { maxLength: 12 },
)

test('after any history, the numbers of a scan are what its results add up to', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const id = scanId(++number)
      const made = await store.scans.create(newScan(number, { lease: { owner: 'w0', untilMs: noon } }))
      let lease = made.kind === 'created' && made.lease
      let stale: Lease | undefined
      const kept = new Map<string, Attempt>()
      let progress = 0
      let vulnerabilities = 0

      for (const [index, step] of history.entries()) {
        if (!lease) throw new Error('there is no lease')
        if (step.kind === 'takeover') {
          stale = lease
          await store.scans.release(stale)
          // Others of this suite are held or ended, so the oldest free scan is this one.
          const claim = await store.scans.claim(`w${index + 1}`, noon - 1, noon)
          expect(claim?.scan.id).toBe(id)
          lease = claim!.lease
        } else if (step.kind === 'plan') {
          await store.scans.update(lease, { attacksPlanned: step.planned })
        } else if (step.isStale && stale) {
          expect(await store.scans.record(stale, step.batch, at(1))).toBe(false)
        } else {
          expect(await store.scans.record(lease, step.batch, at(1))).toBe(true)
          for (const one of step.batch) if (!kept.has(one.probeId)) kept.set(one.probeId, one)
        }
        const scan = (await store.scans.get(id))!
        expect(scan.progress).toBeGreaterThanOrEqual(progress)
        expect(scan.progress).toBeLessThan(100)
        expect(scan.vulnerabilities).toBeGreaterThanOrEqual(vulnerabilities)
        ;({ progress, vulnerabilities } = scan)
      }

      const all = [...kept.values()]
      const having = (outcome: string) => all.filter((one) => one.verdict.outcome === outcome)
      const successes = having('succeeded')
      const weaknesses = new Set(successes.map(({ weakness }) => weakness))
      expect(await store.scans.get(id)).toMatchObject({
        attacksDone: all.length,
        requestsSent: all.reduce((sum, { requests }) => sum + requests, 0),
        succeeded: successes.length,
        blocked: having('blocked').length,
        inconclusive: having('inconclusive').length,
        errors: having('error').length,
        vulnerabilities: weaknesses.size,
      })

      const streamed: Attempt[] = []
      for await (const row of store.scans.streamAttempts(id)) streamed.push(row.attempt)
      expect(streamed).toEqual(all)

      const findings = await store.scans.findings(id)
      expect(findings.map(({ weakness }) => weakness).sort()).toEqual([...weaknesses].sort())
      for (const finding of findings) {
        const proofs = successes.filter(({ weakness }) => weakness === finding.weakness)
        expect(finding).toMatchObject({
          count: proofs.length,
          firstProbeId: proofs[0]?.probeId,
          severity: severities.find((severity) => proofs.some((one) => one.severity === severity)),
          confidence: confidences.find((confidence) =>
            proofs.some((one) => 'confidence' in one.verdict && one.verdict.confidence === confidence),
          ),
        })
      }
      if (lease) await store.scans.finish(lease, completed)
    }),
    { numRuns: 60, seed: 20261115 },
  )
}, 120_000)
