import { Command, CommanderError } from 'commander'
import { toProblem } from '../domain/problem.ts'
import { escapeText } from '../lib/escape-text.ts'
import { attacksCommand } from './commands/attacks.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { judgeCommand } from './commands/judge.ts'
import { keysCommand } from './commands/keys.ts'
import { probeCommand } from './commands/probe.ts'
import { relayCommand } from './commands/relay.ts'
import { scanCommand } from './commands/scan.ts'
import { serveCommand } from './commands/serve.ts'
import { showCommand } from './commands/show.ts'
import { resumeCommand, stopCommand } from './commands/stop.ts'
import type { CliDeps } from './deps.ts'
import { type ExitCode, exitCode, exitCodeOfProblem, type SetExit } from './exit-code.ts'

/** Runs a command to its exit code. Throws nothing: what goes wrong is a sentence on stderr. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const said: { to: 'out' | 'err'; text: string }[] = []
  let code: ExitCode = exitCode.clean
  const done: SetExit = (value) => {
    code = value
  }
  const program = buildProgram(deps, done)
  forEachCommand(program, (command) =>
    command
      .exitOverride()
      .showSuggestionAfterError(true)
      .configureHelp({ helpWidth: Math.min(deps.terminal.columns, 110), sortSubcommands: false })
      .configureOutput({
        writeOut: (text) => said.push({ to: 'out', text }),
        writeErr: (text) => said.push({ to: 'err', text }),
        outputError: (text, write) => write(`${toSentence(text)}\n`),
      }),
  )
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    code = error instanceof CommanderError ? await explain(error) : await report(error)
  }
  for (const { to, text } of said) await deps.terminal[to](text)
  return code

  async function explain(error: CommanderError): Promise<ExitCode> {
    // Help that was asked for is no mistake; help because nothing was asked for goes to stderr and is one.
    return error.exitCode === 0 ? exitCode.clean : exitCode.misuse
  }

  async function report(error: unknown): Promise<ExitCode> {
    const problem = toProblem(error)
    const cause = problem.code === 'internal' && problem.extra.cause instanceof Error ? ` (${problem.extra.cause.message})` : ''
    said.push({ to: 'err', text: `${escapeText(`${problem.detail}${cause}`, { keepNewlines: true })}\n` })
    return exitCodeOfProblem(problem)
  }
}

function buildProgram(deps: CliDeps, done: SetExit): Command {
  const program = new Command('sortie')
    .description(
      'Tests AI endpoints for security weaknesses: one URL in, verdicts with evidence out.\nScan only systems that you are allowed to test.',
    )
    .version(deps.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText(
      'after',
      `\nExit codes: 0 clean, 1 findings at or above --fail-on, 2 misuse, 3 could not finish.\n\nExamples:\n  sortie demo                                         see a scan with findings, with nothing to set up\n  sortie scan http://127.0.0.1:8000/v1/chat/completions\n  sortie serve                                        the REST API`,
    )
  for (const command of [
    scanCommand(deps, done),
    demoCommand(deps, done),
    showCommand(deps, done),
    probeCommand(deps, done),
    serveCommand(deps, done),
    relayCommand(deps, done),
    stopCommand(deps, done),
    resumeCommand(deps, done),
    keysCommand(deps, done),
    attacksCommand(deps, done),
    judgeCommand(deps, done),
    configCommand(deps, done),
  ]) {
    program.addCommand(command)
  }
  return program
}

function forEachCommand(command: Command, apply: (command: Command) => void): void {
  apply(command)
  for (const inner of command.commands) forEachCommand(inner, apply)
}

/** `error: unknown option '--maxattacks'\n(Did you mean --max-attacks?)` as one sentence. */
function toSentence(text: string): string {
  const [first = '', second] = text.trim().split('\n')
  const what = first.replace(/^error: /, '').replace(/\.$/, '')
  const hint = second === undefined ? '' : `: ${second.replace(/^\(?Did you mean/i, 'did you mean').replace(/\)$/, '')}`
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${hint}${hint.endsWith('?') ? '' : '.'}${/help/.test(text) ? '' : ' See --help.'}`
}
