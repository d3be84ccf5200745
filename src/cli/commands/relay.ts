import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { isTerminal } from '../../domain/scan.ts'
import { type Severity, severities } from '../../domain/severity.ts'
import { wait } from '../../lib/wait.ts'
import { type RelayAbility, relayAbilities } from '../../service/relay/relay-prompt.ts'
import { faultOfTargetUrl } from '../../service/target-url.ts'
import type { CliDeps } from '../deps.ts'
import { exitCodeOfScan, misuse, type SetExit } from '../exit-code.ts'
import { mostInFull } from '../findings.ts'
import { wholeNumber, words } from '../option-values.ts'
import { printScan } from '../print-scan.ts'
import { noProgress, openProgress, type Progress } from '../progress.ts'
import type { Carrier } from '../relay/carrier.ts'
import { carryPrompts } from '../relay/carry-prompts.ts'
import { commandCarrier } from '../relay/command-carrier.ts'
import { openRelayClient, type RelayClient, type WireScan } from '../relay/relay-client.ts'
import { urlCarrier } from '../relay/url-carrier.ts'
import { addSettingFlags, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'
import { addTargetOptions, readSecret, type TargetOptions, toTargetConfig } from '../target-options.ts'
import { toScanInput } from './scan.ts'

type Options = TargetOptions &
  Readonly<{
    server: string
    key: string
    scan?: string
    as?: string
    can?: readonly string[]
    concurrency?: number
    maxAttacks?: number
    categories?: readonly string[]
    seed?: number
    name?: string
    failOn: Severity
    json?: boolean
    quiet?: boolean
  }>

const examples = `
A command gets one JSON line for each prompt on stdin:
  {"prompt_id", "session", "turn", "prompt", "messages"}
and writes one for each answer to stdout, in any order:
  {"prompt_id", "response"}        or {"prompt_id", "error"}; "tool_calls": [{"name", "arguments"}] may be added

Examples:
  export SORTIE_KEY=$(ssh scanner sortie keys create relay)
  sortie relay --server https://scanner.example.com http://127.0.0.1:8000/chat
  sortie relay --can session -- python3 my_bot.py
  sortie relay --scan scn_0198c1… http://127.0.0.1:8000/chat     a scan that somebody else started

Exit codes: those of sortie scan. Scan only systems that you are allowed to test.`

/** `sortie relay <url>` or `-- <command>`: carries the prompts of a server's scan to an endpoint that only this machine can reach. */
export function relayCommand(deps: CliDeps, done: SetExit): Command {
  const command = new Command('relay')
    .description('let a server scan an endpoint that only this machine can reach: a local URL, or a command')
    .argument('<url-or-command...>', 'URL of the endpoint; or -- and a command that answers on stdout')
    .option('--server <url>', 'the server that runs the scan', 'http://127.0.0.1:4100')
    .option('--key <source>', 'API key with scans:write: $VARIABLE or @file, never the key itself', '$SORTIE_KEY')
    .option('--scan <id>', 'carry this relay scan instead of starting one')
    .option('--as <url>', 'what the scan calls its target (default: the URL, or http://relay.localhost/ with the name of the command)')
    .option('--can <list>', `what a command can do besides answering single prompts: ${relayAbilities.join(', ')}`, words('--can'))
    .option('--concurrency <number>', 'prompts at once (default 10, for a command 1)', wholeNumber('--concurrency', 1, 64))
    .option('-n, --max-attacks <number>', 'most attacks to run (default 100)', wholeNumber('--max-attacks', 1, 10_000))
    .option('-c, --categories <list>', 'attack categories, separated by commas (default all)', words('--categories'))
    .option('--seed <number>', 'fixes which probes run and in what order', wholeNumber('--seed', 0, 2 ** 32 - 1))
    .option('--name <text>', 'a label for people')
    .addOption(new Option('--fail-on <severity>', 'exit 1 when a finding is this bad or worse').choices([...severities]).default('low'))
    .option('--json', 'print the scan with its results as JSON and nothing else')
    .option('-q, --quiet', 'show no progress')
  addTargetOptions(command)
  addSettingFlags(command, deps, (name) => ['egressProxy', 'egressCa', 'logLevel'].includes(name))
  return command.addHelpText('after', examples).action(async (where: readonly string[], options: Options) => {
    const server = checkServer(options.server)
    const client = openRelayClient({ server: server.href, key: await readSecret(options.key, '--key', deps) })
    if (server.protocol === 'http:' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(server.hostname)) {
      await deps.terminal.err(`The key and all prompts travel unencrypted to ${server.hostname}: use https where you can.\n`)
    }
    const isUrl = where.length === 1 && /^(?:https?|wss?):\/\//i.test(where[0]!)
    const concurrency = options.concurrency ?? (isUrl ? 10 : 1)
    const carrier = isUrl ? await openUrl(where[0]!) : await commandCarrier(where, abilities(options.can ?? []))
    try {
      const id = options.scan ?? (await create(client, where, concurrency, options)).id
      await deps.terminal.err(`Carrying the prompts of ${excerpt(id, 60)} to ${excerpt(where.join(' '), 200)}.\n`)
      const { scan, text } = await toEnd(client, carrier, id, concurrency, options)
      if (options.json) await deps.terminal.out(`${text.trim()}\n`)
      else await printScan(deps, { scan, results: null }, await client.findings(id), mostInFull)
      done(exitCodeOfScan(scan, options.failOn))
    } finally {
      await carrier.close()
    }
  })

  async function openUrl(url: string): Promise<Carrier> {
    const fault = faultOfTargetUrl(url)
    if (fault !== undefined) throw misuse(fault)
    const stop = new AbortController()
    const unsubscribe = deps.onInterrupt(() => stop.abort())
    try {
      const config = (await toTargetConfig(command.opts<Options>(), deps)) ?? {}
      const { protocol, target, close } = await deps.openTarget(settingValues(command, deps), url, config, stop.signal)
      await deps.terminal.err(`The endpoint speaks ${protocol}.\n`)
      return urlCarrier(target, close)
    } finally {
      unsubscribe()
    }
  }

  async function create(client: RelayClient, where: readonly string[], concurrency: number, options: Options): Promise<WireScan> {
    const label =
      options.as ?? (/^\w+:\/\//.test(where[0]!) ? where[0]! : `http://relay.localhost/${encodeURIComponent(basename(where[0]!))}`)
    const { maxAttacks, categories, seed, name, failOn } = options
    const asked = { maxAttacks, categories, seed, name, failOn, concurrency }
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
    const input = await toScanInput(label, { failOn, ...given }, deps)
    return client.create({ ...input, mode: 'relay' })
  }

  async function toEnd(client: RelayClient, carrier: Carrier, id: string, concurrency: number, options: Options) {
    const progress = options.quiet ? noProgress : openProgress(deps.terminal)
    const stop = new AbortController()
    const isOurs = options.scan === undefined
    const cancel = () => client.cancel(id).catch((error: Error) => deps.terminal.err(`The scan could not be cancelled: ${error.message}\n`))
    const unsubscribe = deps.onInterrupt(() => {
      void deps.terminal.err(
        isOurs ? '\nStopping the scan; what it found so far is kept.\n' : '\nLeaving; the scan waits for another client.\n',
      )
      if (isOurs) void cancel()
      else stop.abort(misuse('The scan goes on when a client carries its prompts again.'))
    })
    const ended = new AbortController()
    const watching = watch(client, id, progress, stop.signal).then((isOver) => isOver && ended.abort())
    try {
      await carryPrompts({ client, id, carrier, concurrency, ended: ended.signal, signal: stop.signal })
    } catch (error) {
      // Nobody else carries a scan that we started: it would wait for an hour.
      if (isOurs) await cancel()
      throw error
    } finally {
      unsubscribe()
      stop.abort()
      await watching
      await progress.end()
    }
    return client.scan(id, new AbortController().signal)
  }
}

/** Shows how far the scan is until it has ended. What goes wrong here goes wrong for whoever carries prompts too, and is told there. */
async function watch(client: RelayClient, id: string, progress: Progress, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      await wait(1_000, signal)
      const { scan } = await client.scan(id, signal)
      await progress.show({ type: 'scan', scan })
      if (isTerminal(scan.status)) return true
    }
  } catch {
    return false
  }
}

function abilities(names: readonly string[]): readonly RelayAbility[] {
  const unknown = names.find((name) => !relayAbilities.some((ability) => ability === name))
  if (unknown !== undefined) throw misuse(`--can knows ${relayAbilities.join(', ')}, not ${excerpt(unknown, 40)}.`)
  return relayAbilities.filter((ability) => names.includes(ability))
}

function checkServer(server: string): URL {
  const url = URL.parse(server)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url
  throw misuse('--server must be the http:// or https:// address of a Sortie server.')
}
