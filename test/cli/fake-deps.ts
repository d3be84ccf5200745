import type { CliDeps, FlagValues, RunningScan, ScanDesk } from '../../src/cli/deps.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { KeyView } from '../../src/service/key-view.ts'
import type { FindingView } from '../../src/service/list-findings.ts'
import type { ResultView } from '../../src/service/result-view.ts'
import type { ScanInput } from '../../src/service/scan-input.ts'
import type { ProfileView, ScanView } from '../../src/service/scan-view.ts'
import type { ScanEvent } from '../../src/service/watch-scan.ts'
import { findingView, profileView, resultView, scanView } from './sample-views.ts'

/** A terminal that remembers, and use cases that answer from values. */
export type Fake = CliDeps & {
  out: string
  err: string
  started: ScanInput[]
  flags: FlagValues[]
  closed: number
  stopped: string | null
  interrupt: () => void
}

export type World = Readonly<{
  scan?: ScanView
  results?: readonly ResultView[]
  findings?: readonly FindingView[]
  events?: readonly ScanEvent[]
  profile?: ProfileView
  keys?: readonly KeyView[]
  files?: Readonly<Record<string, string>>
  variables?: Readonly<Record<string, string>>
  stdin?: readonly string[]
  tty?: boolean
  colour?: boolean
  columns?: number
  mistakes?: readonly { file: string; line?: number; detail: string }[]
  startFails?: Problem
  noScans?: boolean
}>

export function fakeDeps(world: World = {}): Fake {
  let interrupted: (() => void) | undefined
  const cancelled = Promise.withResolvers<void>()
  const scan = world.scan ?? scanView()
  const results = world.results ?? []
  const findings = world.findings ?? results.filter(({ success }) => success).map((result) => findingView({ severity: result.severity }))
  async function* stream<T>(values: readonly T[]): AsyncGenerator<T> {
    yield* values
  }
  const running: RunningScan = {
    id: scan.id,
    events: world.events ? stream(world.events) : untilCancelled(),
    cancel: async () => cancelled.resolve(),
    document: async () => ({ scan, results: stream(results) }),
    findings: async () => findings,
  }
  async function* untilCancelled(): AsyncGenerator<ScanEvent> {
    if (scan.error?.code === 'cancelled') await cancelled.promise
    yield { type: 'end', scan }
  }
  const desk: ScanDesk = {
    start: async (input) => {
      if (world.startFails) throw world.startFails
      fake.started.push(input)
      return running
    },
    probe: async () => world.profile ?? profileView(),
    startDemo: async () => ({ url: 'http://127.0.0.1:5555/v1/chat/completions', close: async () => void fake.closed++ }),
    close: async () => void fake.closed++,
  }
  const note = (flags: FlagValues) => void fake.flags.push(flags)
  const fake: Fake = {
    out: '',
    err: '',
    started: [],
    flags: [],
    closed: 0,
    stopped: null,
    interrupt: () => interrupted?.(),
    version: '9.9.9',
    terminal: {
      out: async (text) => {
        fake.out += text
      },
      err: async (text) => {
        fake.err += text
      },
      isOutTty: world.tty ?? false,
      isErrTty: world.tty ?? false,
      colour: world.colour ?? true,
      columns: world.columns ?? 100,
    },
    settings: [
      { name: 'port', flag: '--port', variable: 'SORTIE_PORT', about: 'port to listen on', fallback: '4100' },
      { name: 'dataDir', flag: '--data-dir', variable: 'SORTIE_DATA_DIR', about: 'folder of the database' },
      { name: 'packs', flag: '--packs', variable: 'SORTIE_PACKS', about: 'folders with attacks of your own' },
    ],
    readFile: async (path) => fileOf(world, path),
    variable: (name) => world.variables?.[name],
    input: (path) => (path === undefined ? stream(world.stdin ?? []) : piecesOf(world, path)),
    onInterrupt: (stop) => {
      interrupted = stop
      return () => {
        interrupted = undefined
      }
    },
    serve: async (flags) => {
      note(flags)
      queueMicrotask(() => setImmediate(() => interrupted?.()))
      return { url: 'http://127.0.0.1:4100', mode: 'local', close: async () => void fake.closed++ }
    },
    openScans: async (flags) => {
      note(flags)
      return desk
    },
    openRecords: async (flags) => {
      note(flags)
      const known = (id: string) => {
        if (id !== scan.id) throw new Problem('not_found', 'There is no such scan.')
      }
      return {
        latest: async () => (world.noScans ? [] : [scan]),
        document: async (id) => {
          known(id)
          return { scan, results: stream(results) }
        },
        findings: async (id) => {
          known(id)
          return findings
        },
        close: async () => void fake.closed++,
      }
    },
    openTarget: async () => {
      throw new Problem('target_unreachable', 'There is nothing at this address.')
    },
    serveDemo: async ({ hardened, port }) => {
      queueMicrotask(() => setImmediate(() => interrupted?.()))
      return { url: `http://127.0.0.1:${port}/${hardened ? 'hardened' : 'demo'}`, close: async () => void fake.closed++ }
    },
    openStopMark: () => ({
      read: () => fake.stopped,
      write: (at) => {
        fake.stopped = at
      },
      remove: () => {
        fake.stopped = null
      },
    }),
    openKeys: async (flags) => {
      note(flags)
      return {
        create: async ({ name, scopes }) => ({
          id: 'key_1',
          key: 'sortie_SECRET',
          name: name ?? 'API key',
          created_at: '2026-11-15T00:00:00.000Z',
          scopes: scopes ?? ['scans:read', 'scans:write'],
          expires_at: null,
        }),
        list: async () => world.keys ?? [],
        revoke: async (id) => (world.keys ?? []).some((key) => key.id === id),
        close: async () => void fake.closed++,
      }
    },
    openCatalog: async (flags) => {
      note(flags)
      return {
        version: 'abc',
        categories: [{ id: 'jailbreak', name: 'Jailbreak', description: 'Whether rules hold.', attacks: 1, worst_severity: 'high' }],
        attacks: [
          {
            id: 'jailbreak/unbound',
            name: 'Unbound',
            category: 'jailbreak',
            weakness: 'w',
            technique: 'persona',
            severity: 'high',
            objective: 'o',
            language: 'en',
            turns: 1,
            transforms: ['plain'],
            compliance: resultView().compliance,
            remediation: 'r',
            references: [],
          },
        ],
        find: () => undefined,
        check: async () => world.mistakes ?? [],
        stats: () => [{ name: 'attacks', count: 1234 }],
      }
    },
    openJudge: async () => ({
      judge: async (row) => {
        if (row === null || typeof row !== 'object' || !('response' in row)) throw new Problem('invalid_request', 'response is missing.')
        return { id: 'id' in row ? row.id : null, outcome: 'resisted' }
      },
      close: async () => {},
    }),
    effectiveConfig: (flags) => [
      { name: 'port', variable: 'SORTIE_PORT', value: flags['port'] ?? '4100', source: flags['port'] ? 'flag' : 'default' },
      { name: 'adminToken', variable: 'SORTIE_ADMIN_TOKEN', value: '***', source: 'environment' },
    ],
  }
  return fake
}

function fileOf({ files }: World, path: string): string {
  const text = files?.[path]
  if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  return text
}

async function* piecesOf(world: World, path: string): AsyncGenerator<string> {
  yield fileOf(world, path)
}
