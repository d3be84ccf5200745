import { Command, Option } from 'commander'
import { fieldErrors } from '../../domain/field-errors.ts'
import { type Severity, severities } from '../../domain/severity.ts'
import { ScanInput } from '../../service/scan-input.ts'
import type { CliDeps } from '../deps.ts'
import { exitCodeOfScan, misuse, type SetExit } from '../exit-code.ts'
import { wholeNumber, words } from '../option-values.ts'
import { scanToEnd, whereToLook } from '../scan-to-end.ts'
import { addSettingFlags, forScans, settingValues } from '../setting-flags.ts'
import { addTargetOptions, type TargetOptions, toTargetConfig } from '../target-options.ts'

type Options = TargetOptions &
  Readonly<{
    maxAttacks?: number
    categories?: readonly string[]
    techniques?: readonly string[]
    languages?: readonly string[]
    seed?: number
    repeats?: number
    concurrency?: number
    rate?: number
    maxRequests?: number
    deadline?: number
    timeout?: number
    name?: string
    failOn: Severity
    json?: boolean
    quiet?: boolean
  }>

const examples = `
Examples:
  sortie scan https://chat.example.com/v1/chat/completions --header 'Authorization: Bearer $CHAT_TOKEN'
  sortie scan http://127.0.0.1:8000/chat --categories jailbreak,prompt_injection --max-attacks 50
  sortie scan http://127.0.0.1:8000/chat --json --fail-on high > scan.json

Exit codes: 0 clean, 1 findings at or above --fail-on, 2 misuse, 3 could not finish (which wins over 1).
Scan only systems that you are allowed to test.`

/** `sortie scan <url>`: needs no server, uses the same engine and the same database as one. */
export function scanCommand(deps: CliDeps, done: SetExit): Command {
  const command = new Command('scan')
    .description('scan an AI endpoint and print what was found')
    .argument('<url>', 'URL of the endpoint')
    .option('-n, --max-attacks <number>', 'most attacks to run (default 100)', wholeNumber('--max-attacks', 1, 10_000))
    .option(
      '-c, --categories <list>',
      'attack categories, separated by commas (default all; sortie attacks list names them)',
      words('--categories'),
    )
    .option('--techniques <list>', 'only these techniques', words('--techniques'))
    .option('--languages <list>', 'only these languages, as ISO 639 codes', words('--languages'))
    .option('--seed <number>', 'fixes which probes run and in what order', wholeNumber('--seed', 0, 2 ** 32 - 1))
    .option(
      '--repeats <number>',
      'fire what succeeds up to this often, each time counted as an attack (default 1)',
      wholeNumber('--repeats', 1, 100),
    )
    .option('--concurrency <number>', 'most probes at once (default 10)', wholeNumber('--concurrency', 1, 64))
    .option('--rate <number>', 'most requests a second', wholeNumber('--rate', 1, 10_000))
    .option(
      '--max-requests <number>',
      'bounds everything that is sent, detection and retries included',
      wholeNumber('--max-requests', 1, 1_000_000),
    )
    .option('--deadline <seconds>', 'the scan ends after this time (default 3600)', wholeNumber('--deadline', 1, 86_400))
    .addOption(new Option('--timeout <seconds>', 'the same as --deadline').argParser(wholeNumber('--timeout', 1, 86_400)).hideHelp())
    .option('--name <text>', 'a label for people')
    .addOption(new Option('--fail-on <severity>', 'exit 1 when a finding is this bad or worse').choices([...severities]).default('low'))
    .option('--json', 'print the scan with its results as JSON (the same as GET /scans/{id}) and nothing else')
    .option('-q, --quiet', 'show no progress')
  addTargetOptions(command)
  addSettingFlags(command, deps, forScans)
  return command.addHelpText('after', examples).action(async (url: string, options: Options) => {
    const input = await toScanInput(url, options, deps)
    const desk = await deps.openScans(settingValues(command, deps))
    try {
      const scan = await scanToEnd(deps, desk, input, {
        json: options.json === true,
        quiet: options.quiet === true,
      })
      if (!options.json) await deps.terminal.out(`\n${['Where to look next:', ...whereToLook(scan)].join('\n')}\n`)
      done(exitCodeOfScan(scan, options.failOn))
    } finally {
      await desk.close()
    }
  })
}

/** The body of POST /scans that the options come to. */
export async function toScanInput(url: string, options: Options, deps: CliDeps): Promise<ScanInput> {
  const config = await toTargetConfig(options, deps)
  const given = {
    target: url,
    max_attacks: options.maxAttacks,
    categories: options.categories,
    techniques: options.techniques,
    languages: options.languages,
    seed: options.seed,
    repeats: options.repeats,
    concurrency: options.concurrency,
    requests_per_second: options.rate,
    max_requests: options.maxRequests,
    deadline_seconds: options.deadline ?? options.timeout,
    name: options.name,
    fail_on: options.failOn,
    target_config: config,
  }
  const parsed = ScanInput.safeParse(given)
  if (parsed.success) return parsed.data
  throw misuse(
    fieldErrors(parsed.error)
      .map(({ detail }) => detail)
      .join(' '),
  )
}
