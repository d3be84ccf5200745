import { Command, Option } from 'commander'
import { ScanInput } from '../../service/scan-input.ts'
import type { ScanView } from '../../service/scan-view.ts'
import type { CliDeps } from '../deps.ts'
import { exitCode, misuse, type SetExit } from '../exit-code.ts'
import { wholeNumber } from '../option-values.ts'
import { scanToEnd, whereToLook } from '../scan-to-end.ts'
import { addSettingFlags, forScans, settingValues } from '../setting-flags.ts'

type Options = Readonly<{
  hardened?: boolean
  serveOnly?: boolean
  port?: number
  seed: number
  maxAttacks?: number
  json?: boolean
  quiet?: boolean
}>

const examples = `
Examples:
  sortie demo                 find the weaknesses planted in the demo assistant
  sortie demo --hardened      its twin without them: nothing is found
  sortie demo --serve-only --port 8080    only start it, to be scanned from elsewhere; Ctrl-C ends it

Findings are expected here, so the exit code is 0 when the scan finished, and 3 when it could not.`

/** `sortie demo`: starts the bundled assistant on loopback, scans it, and says where to go from there. */
export function demoCommand(deps: CliDeps, done: SetExit): Command {
  const command = new Command('demo')
    .description('start the demo target, scan it and print what was found')
    .option('--hardened', 'scan the twin of the demo target that has no weaknesses')
    .addOption(
      new Option('--serve-only', 'start the target, scan nothing, and go on until Ctrl-C').conflicts(['maxAttacks', 'json', 'quiet']),
    )
    .option('--port <number>', 'where --serve-only listens on 127.0.0.1 (default: a free port)', wholeNumber('--port', 0, 65_535))
    .option('--seed <number>', 'fixes the target and the scan', wholeNumber('--seed', 0, 2 ** 32 - 1), 1)
    .option('-n, --max-attacks <number>', 'most attacks to run (default 100)', wholeNumber('--max-attacks', 1, 10_000))
    .option('--json', 'print the scan with its results as JSON and nothing else')
    .option('-q, --quiet', 'show no progress')
  addSettingFlags(command, deps, forScans)
  return command.addHelpText('after', examples).action(async (options: Options) => {
    const { terminal } = deps
    if (options.serveOnly) return serveOnly(deps, options).then(() => done(exitCode.clean))
    if (options.port !== undefined) throw misuse('--port belongs to --serve-only: a scan picks a free port for its demo target.')
    const desk = await deps.openScans(settingValues(command, deps))
    try {
      const target = await desk.startDemo({ hardened: options.hardened === true, seed: options.seed })
      try {
        if (!options.json) await terminal.err(`The ${options.hardened ? 'hardened ' : ''}demo target listens at ${target.url}\n`)
        const input = ScanInput.parse({
          target: target.url,
          max_attacks: options.maxAttacks,
          seed: options.seed,
          name: options.hardened ? 'Hardened demo' : 'Demo',
        })
        const scan = await scanToEnd(deps, desk, input, { json: options.json === true, quiet: options.quiet === true })
        if (!options.json) await terminal.out(`\n${whatNext(scan, options.hardened === true).join('\n')}\n`)
        done(scan.status === 'completed' ? exitCode.clean : exitCode.unfinished)
      } finally {
        await target.close()
      }
    } finally {
      await desk.close()
    }
  })
}

async function serveOnly(deps: CliDeps, { hardened = false, seed, port = 0 }: Options): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  const unsubscribe = deps.onInterrupt(() => stopped.resolve())
  try {
    const target = await deps.serveDemo({ hardened, seed, port })
    await deps.terminal.out(`The ${hardened ? 'hardened ' : ''}demo target listens at ${target.url}\n`)
    await deps.terminal.err(`Scan it: sortie scan ${target.url}\nCtrl-C ends it.\n`)
    await stopped.promise
    await target.close()
  } finally {
    unsubscribe()
  }
}

const whatNext = (scan: ScanView, hardened: boolean): readonly string[] => [
  'Where to look next:',
  ...whereToLook(scan),
  ...(hardened
    ? ['  sortie demo                          the same assistant with its weaknesses']
    : ['  sortie demo --hardened               the same assistant without its weaknesses']),
  '  sortie scan <url>                    your own endpoint (only one that you are allowed to test)',
  '  sortie attacks list                  what is tested',
  `  sortie serve                         the API; this scan is at /scans/${scan.id}`,
]
