import { newOwner, ownerIsAlive } from '../../src/queue/owner.ts'
import { openStore } from '../../src/store/open.ts'
import { at, attempt, completed, noon, success } from './store-samples.ts'

/** Works on the one scan of a store until it is done or killed. Says `ack <probe>` once a result is durable, and never before. */
const [file = '', planned = '0'] = process.argv.slice(2)
const store = await openStore({ file })
await store.scans.releaseDead(ownerIsAlive)
const claim = await store.scans.claim(newOwner(), noon, noon + 3_600_000)
if (!claim) throw new Error('the scan of a dead process could not be taken over at once')
const { lease } = claim

const recorded = await store.scans.recordedOutcomes(lease.scanId)
const missing = Array.from({ length: Number(planned) }, (_, index) =>
  attempt(index, index % 7 ? { requests: 2 } : { requests: 2, verdict: success, weakness: `w${index % 5}` }),
).filter(({ probeId }) => !recorded.has(probeId))

for (let from = 0; from < missing.length; ) {
  const batch = missing.slice(from, from + 1 + (from % 13))
  if (!(await store.scans.record(lease, batch, at(1)))) throw new Error('the lease was lost')
  process.stdout.write(batch.map(({ probeId }) => `ack ${probeId}\n`).join(''))
  from += batch.length
}
await store.scans.finish(lease, completed)
await store.close()
process.stdout.write('done\n')
