import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { CliDeps, FlagValues } from './cli/deps.ts'
import { runCli } from './cli/program.ts'
import { type Config, configLines, readConfig, settingFlags, variable } from './config.ts'
import { openLog } from './lib/log.ts'
import { stopMarkIn } from './stop-mark.ts'
import { openTerminal } from './terminal.ts'
import { version } from './version.ts'

/** The composition root: gives the command line everything it can ask for. What a command does not need is not even loaded. */
export async function main(argv: readonly string[]): Promise<void> {
  const terminal = openTerminal(!variable('NO_COLOR'))
  const deps: CliDeps = {
    version,
    terminal,
    settings: settingFlags,
    readFile: (path) => readFile(path, 'utf8'),
    variable,
    input: (path) => (path === undefined ? process.stdin.setEncoding('utf8') : createReadStream(path, 'utf8')),
    onInterrupt,
    serve: async (flags) => {
      const [{ serve }, core] = await Promise.all([import('./serve.ts'), openCore(readConfig(flags))])
      return serve(core)
    },
    // Scans of the command line follow the policy of local mode, and their log is for those who ask for it.
    openScans: async (flags) => {
      const [{ openScanDesk }, core] = await Promise.all([
        import('./desks.ts'),
        openCore(quiet(flags, { auth: 'local', host: '127.0.0.1' })),
      ])
      return openScanDesk(core)
    },
    openTarget: async (flags, ...where) =>
      (await import('./open-target.ts')).openTarget(quiet(flags, { auth: 'local', host: '127.0.0.1' }), ...where),
    serveDemo: async (options) => (await import('./open-demo.ts')).openDemo(options),
    openStopMark: (flags) => stopMarkIn(quiet(flags).dataDir),
    openRecords: async (flags) => (await import('./desks.ts')).openScanRecords(quiet(flags)),
    openKeys: async (flags) => (await import('./desks.ts')).openKeyDesk(quiet(flags)),
    openCatalog: async (flags) => (await import('./desks.ts')).openCatalogDesk(quiet(flags)),
    openJudge: async () => (await import('./open-judge.ts')).openJudge(),
    effectiveConfig: (flags) => configLines(flags),
  }
  process.exitCode = await runCli(argv, deps)
}

async function openCore(config: Config) {
  return (await import('./compose.ts')).openCore(config, openLog(config.logLevel))
}

const quiet = (flags: FlagValues, more: FlagValues = {}): Config =>
  readConfig({ logLevel: variable('SORTIE_LOG_LEVEL') ?? 'error', ...flags, ...more })

/** The first signal, or the end of the npm that has started us, asks to stop; the second one ends the process as usual. */
function onInterrupt(stop: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const unsubscribe = () => {
    for (const signal of signals) process.off(signal, once)
    clearInterval(watching)
  }
  const once = () => {
    unsubscribe()
    stop()
  }
  for (const signal of signals) process.on(signal, once)
  // npm ends without passing the signal on: whoever it has started stops when it is gone.
  const parent = process.ppid
  const isOrphaned = () => variable('npm_lifecycle_event') !== undefined && process.ppid !== parent
  const watching = setInterval(() => isOrphaned() && once(), 500).unref()
  return unsubscribe
}
