import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { newScan, scanId } from './store-samples.ts'

const planned = 2_500
const kills = 8

/** Runs the child until it has acknowledged so many results, then kills it as no process can be prepared for. */
async function workUntilKilled(file: string, acks: number, acknowledged: Set<string>): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'store-crash-child.ts'), file, String(planned)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += String(text)
  })
  let isDone = false
  let heard = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') isDone = true
    // A line that was cut in the middle by the kill was never a whole acknowledgement.
    if (/^ack .*\.0$/.test(line)) acknowledged.add(line.slice(4))
    if (++heard === acks) child.kill('SIGKILL')
  }
  const [code, signal] = await exit
  if (!isDone && signal !== 'SIGKILL') throw new Error(`the child ended with ${String(code)}: ${errors}`)
  return isDone
}

test('kill -9 loses nothing that was acknowledged, doubles nothing, and the next process goes on at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sortie-crash-'))
  const file = join(folder, 'sortie.db')
  try {
    await openStore({ file }).then(async (store) => {
      await store.scans.create(newScan(1, { attacksPlanned: planned }))
      await store.close()
    })
    const acknowledged = new Set<string>()
    for (let kill = 1; kill <= kills; kill++) {
      expect(await workUntilKilled(file, 1 + ((kill * 7919) % 300), acknowledged)).toBe(false)
      const store = await openStore({ file })
      const outcomes = await store.scans.recordedOutcomes(scanId(1))
      const scan = await store.scans.get(scanId(1))
      const findings = await store.scans.findings(scanId(1))
      await store.close()

      expect([...acknowledged].filter((probe) => !outcomes.has(probe))).toEqual([])
      expect(scan).toMatchObject({
        status: 'running',
        attacksDone: outcomes.size,
        requestsSent: outcomes.size * 2,
        succeeded: [...outcomes.values()].filter((outcome) => outcome === 'succeeded').length,
        vulnerabilities: findings.length,
      })
      expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(scan?.succeeded)
    }
    expect(await workUntilKilled(file, Number.POSITIVE_INFINITY, acknowledged)).toBe(true)
    const store = await openStore({ file })
    expect(await store.scans.get(scanId(1))).toMatchObject({ status: 'completed', progress: 100, attacksDone: planned })
    await store.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
