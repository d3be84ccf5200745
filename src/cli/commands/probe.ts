import { Command } from 'commander'
import { escapeText } from '../../lib/escape-text.ts'
import { explainTarget } from '../../service/probe-target.ts'
import type { ProfileView } from '../../service/scan-view.ts'
import { faultOfTargetUrl } from '../../service/target-url.ts'
import type { CliDeps } from '../deps.ts'
import { exitCode, misuse, type SetExit } from '../exit-code.ts'
import { addSettingFlags, forScans, settingValues } from '../setting-flags.ts'
import { addTargetOptions, type TargetOptions, toTargetConfig } from '../target-options.ts'

type Options = TargetOptions & Readonly<{ json?: boolean }>

const examples = `
Examples:
  sortie probe https://chat.example.com/api/chat
  sortie probe http://127.0.0.1:8000/ --json

Exit codes: 0 the target can be scanned, 2 misuse, 3 it can't be spoken to.`

/** `sortie probe <url>`: finds out how to talk to an endpoint, with harmless requests only. */
export function probeCommand(deps: CliDeps, done: SetExit): Command {
  const command = new Command('probe')
    .description('find out how to talk to an endpoint, without attacking it')
    .argument('<url>', 'URL of the endpoint')
    .option('--json', 'print the target profile as JSON and nothing else')
  addTargetOptions(command)
  addSettingFlags(command, deps, forScans)
  return command.addHelpText('after', examples).action(async (url: string, options: Options) => {
    const fault = faultOfTargetUrl(url)
    if (fault !== undefined) throw misuse(fault)
    const config = (await toTargetConfig(options, deps)) ?? {}
    const desk = await deps.openScans(settingValues(command, deps))
    const stop = new AbortController()
    const unsubscribe = deps.onInterrupt(() => stop.abort())
    try {
      const profile = await desk.probe(url, config, stop.signal)
      await deps.terminal.out(options.json ? `${JSON.stringify(profile)}\n` : `${inWords(profile)}\n`)
      done(profile.protocol === null ? exitCode.unfinished : exitCode.clean)
    } finally {
      unsubscribe()
      await desk.close()
    }
  })
}

/** The same words as in the API's `explanation`, made harmless: all of it comes from the target. */
const inWords = (profile: ProfileView): string => escapeText(explainTarget(profile), { keepNewlines: true })
