import { Command } from 'commander'
import { Problem, toProblem } from '../../domain/problem.ts'
import type { CliDeps } from '../deps.ts'
import { exitCode, type SetExit } from '../exit-code.ts'
import { addSettingFlags, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'

const examples = `
Each line is a JSON object:
  {"id", "prompt", "response", "objective"?, "kind"?: "refusal"|"harmful"|"injection"|"leak", "secret"?, "language"?, "turns"?}
Each line of stdout answers the line of the same number:
  {"id", "outcome", "confidence", "refused": p, "succeeded": p, "evidence", "judged_by"}
A line that can't be read is answered with {"line", "error"}, and the exit code is 2.

Examples:
  sortie judge answers.jsonl > verdicts.jsonl
  jq -c '{id, prompt, response}' log.json | sortie judge`

/** `sortie judge`: verdicts on answers that somebody already has. Streams, in order. */
export function judgeCommand(deps: CliDeps, done: SetExit): Command {
  const command = addSettingFlags(
    new Command('judge')
      .description('judge answers given as JSON lines, in a file or on stdin')
      .argument('[file]', 'the file; stdin without it'),
    deps,
    (name) => name === 'logLevel',
  )
  return command.addHelpText('after', examples).action(async (file?: string) => {
    const { judge, close } = await deps.openJudge(settingValues(command, deps))
    let unread = 0
    const print = async ({ number, answer }: Judged) => {
      if ('verdict' in answer) return deps.terminal.out(`${JSON.stringify(answer.verdict)}\n`)
      unread += 1
      await deps.terminal.err(`Line ${number}: ${excerpt(answer.error, 300)}\n`)
      await deps.terminal.out(`${JSON.stringify({ line: number, error: answer.error })}\n`)
    }
    try {
      for await (const judged of judgeInOrder(linesOf(readable(deps.input(file), file)), judge)) await print(judged)
    } finally {
      await close()
    }
    done(unread === 0 ? exitCode.clean : exitCode.misuse)
  })
}

/** A file that can't be read is the caller's mistake, and is told by its name. */
async function* readable(pieces: AsyncIterable<string>, file: string | undefined): AsyncGenerator<string> {
  try {
    yield* pieces
  } catch (error) {
    if (file === undefined || !(error instanceof Error && 'code' in error)) throw error
    throw new Problem('invalid_request', `${file} can not be read (${String(error.code)}).`, { cause: error })
  }
}

type Judged = Readonly<{ number: number; answer: Readonly<{ verdict: unknown } | { error: string }> }>
/** Enough to keep the readers busy, few enough to stay a stream. */
const atOnce = 16

/** Judges a few lines side by side and hands them on in the order they came. */
async function* judgeInOrder(lines: AsyncIterable<string>, judge: (row: unknown) => Promise<unknown>): AsyncGenerator<Judged> {
  const waiting: Promise<Judged>[] = []
  let number = 0
  for await (const line of lines) {
    const at = ++number
    if (line.trim() === '') continue
    const judged = judgeLine(judge, line).then((answer) => ({ number: at, answer }))
    // A failure is met in its turn, below; until then it is nobody's.
    judged.catch(() => undefined)
    waiting.push(judged)
    if (waiting.length >= atOnce) yield await waiting.shift()!
  }
  for (const judged of waiting) yield await judged
}

async function judgeLine(judge: (row: unknown) => Promise<unknown>, line: string): Promise<{ verdict: unknown } | { error: string }> {
  try {
    return { verdict: await judge(JSON.parse(line)) }
  } catch (error) {
    if (error instanceof SyntaxError) return { error: 'This is not JSON.' }
    const problem = toProblem(error)
    if (problem.code !== 'invalid_request') throw error
    return { error: problem.detail }
  }
}

const mostLineChars = 16 * 1024 * 1024

/** Lines of a stream of pieces. A line that never ends is cut off: it must not fill the memory. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!.slice(0, mostLineChars)
    yield* lines
  }
  if (rest !== '') yield rest
}
