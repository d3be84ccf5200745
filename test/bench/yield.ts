import { startDemoTarget } from '../../src/targets/demo/start-demo-target.ts'
import { weaknesses } from '../../src/targets/demo/weaknesses.ts'
import { applications } from '../apps/index.ts'
import { serveApplication } from '../apps/serve-application.ts'
import { openScanner, type Scanned } from './scan-url.ts'

/**
 * How much of what is planted a default scan finds: the demo target and the twelve applications, ten seeds, a hundred attacks
 * each, and nothing on the twins. A weakness counts as found when a result is a success and its answer came from that very weakness: the
 * applications know why they said what they said.
 *
 *   node test/bench/yield.ts [--seeds 10] [--twins 3] [--attacks 100] [--app name,name] [--misses]
 */
const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}
const seeds = Number(option('seeds', '10'))
/** Seeds on which the twin is scanned too: a scan takes about a second of processor time, and alarms hardly depend on the seed. */
const twins = Number(option('twins', '3'))
const maxAttacks = Number(option('attacks', '100'))
const chosen = option('app', '')
  .split(',')
  .filter((name) => name !== '')
const showsMisses = process.argv.includes('--misses')

type Subject = Readonly<{ name: string; planted: readonly string[]; open(hardened: boolean, seed: number): Promise<Open> }>
type Open = Readonly<{ url: string; causesOf(said: string, answer: string): readonly string[]; close(): Promise<void> }>

const demo: Subject = {
  name: 'demo',
  planted: weaknesses.map(({ id }) => id),
  async open(hardened, seed) {
    const causes = new Map<string, readonly string[]>()
    const target = await startDemoTarget({
      kind: hardened ? 'hardened' : 'demo',
      seed,
      onAnswer: ({ text, because }) => void causes.set(text, because),
    })
    return { url: target.url, causesOf: (_, text) => causes.get(text) ?? [], close: target.close }
  },
}
const subjects: readonly Subject[] = [
  demo,
  ...applications().map(({ name, planted }) => ({
    name,
    planted: planted.map(({ id }) => id),
    open: async (hardened: boolean) => serveApplication(applications().find((app) => app.name === name)!, hardened ? 'hardened' : 'weak'),
  })),
].filter(({ name }) => chosen.length === 0 || chosen.includes(name))

const startedMs = performance.now()
const means: number[] = []
const scanner = await openScanner()
const rows: Record<string, string | number>[] = []
try {
  for (const subject of subjects) {
    const shares: number[] = []
    const missed = new Map<string, number>()
    let falseAlarms = 0
    let unfinished = 0
    for (let seed = 1; seed <= seeds; seed++) {
      // The twin beside it: while one waits for its target, the other is judged.
      const [found, alarms] = await Promise.all([scanOf(subject, seed), seed <= twins ? alarmsOnTwin(subject, seed) : 0])
      unfinished += found.finished ? 0 : 1
      shares.push(found.ids.size / subject.planted.length)
      for (const id of subject.planted) if (!found.ids.has(id)) missed.set(id, (missed.get(id) ?? 0) + 1)
      falseAlarms += alarms
    }
    const mean = meanOf(shares)
    means.push(mean)
    rows.push({
      application: subject.name,
      planted: subject.planted.length,
      'found, mean': `${(mean * 100).toFixed(1)} %`,
      worst: `${(Math.min(...shares) * 100).toFixed(0)} %`,
      'on the twin': falseAlarms,
      'not finished': unfinished,
      'missed most': [...missed]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 4)
        .map(([id, times]) => `${id} ${times}/${seeds}`)
        .join(', '),
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
} finally {
  await scanner.close()
}
console.table(rows)
console.log(
  `${seeds} seeds (twins: ${Math.min(seeds, twins)}), ${maxAttacks} attacks: ${(meanOf(means) * 100).toFixed(1)} % found, mean of the applications; ${Math.round((performance.now() - startedMs) / 1000)} s`,
)

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

async function scanOf(subject: Subject, seed: number): Promise<{ ids: ReadonlySet<string>; finished: boolean }> {
  const app = await subject.open(false, seed)
  try {
    const scanned = await scanner.scanUrl(app.url, { seed, maxAttacks })
    return { ids: foundIn(scanned, app, subject), finished: scanned.scan.status === 'completed' || complain(subject, scanned) }
  } finally {
    await app.close()
  }
}

/** The planted weaknesses behind the answers of all successes, the turns of a conversation included. */
function foundIn({ results }: Scanned, app: Open, subject: Subject): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const result of results) {
    const causes = [result, ...(result.turns ?? [])].flatMap(({ prompt, response }) => app.causesOf(prompt, response))
    if (result.success) for (const id of causes) ids.add(id)
    else if (showsMisses && causes.length > 0)
      console.log(
        `${subject.name}: ${result.id} ${result.outcome} though ${causes.join(', ')}: ${JSON.stringify(result.response.slice(0, 160))}`,
      )
  }
  return ids
}

async function alarmsOnTwin(subject: Subject, seed: number): Promise<number> {
  const twin = await subject.open(true, seed)
  try {
    const scanned = await scanner.scanUrl(twin.url, { seed, maxAttacks })
    if (scanned.scan.status !== 'completed') complain(subject, scanned)
    const alarms = scanned.results.filter(({ success }) => success)
    for (const { attack_id, judged_by, response } of alarms)
      console.log(`false alarm on the twin of ${subject.name}: ${attack_id} by ${judged_by}: ${JSON.stringify(response.slice(0, 200))}`)
    return alarms.length
  } finally {
    await twin.close()
  }
}

function complain(subject: Subject, { scan }: Scanned): false {
  console.log(`${subject.name}: the scan did not finish: ${JSON.stringify(scan.error)}`)
  return false
}
