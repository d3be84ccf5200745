import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import { type RelayAbility, RelayAnswer, type RelayPrompt } from '../../service/relay/relay-prompt.ts'
import { linesOf } from '../commands/judge.ts'
import { misuse } from '../exit-code.ts'
import { type Carried, type Carrier, fitted } from './carrier.ts'

// Just below the two minutes after which the scan gives a prompt up.
const patienceMs = 110_000

/** Carries prompts to a command: one JSON line for each prompt on its stdin, one for each answer on its stdout, in any order. */
export async function commandCarrier(command: readonly string[], can: readonly RelayAbility[]): Promise<Carrier> {
  const child = await start(command)
  const waiting = new Map<string, (answer: Carried) => void>()
  let isClosing = false

  const broken = (async (): Promise<never> => {
    for await (const line of linesOf(child.stdout!.setEncoding('utf8'))) if (line.trim() !== '') settle(line)
    const code = child.exitCode ?? (await once(child, 'exit'))[0]
    for (const answer of waiting.values()) answer({ error: { code: 'target_unreachable', message: 'The command has ended.' } })
    if (isClosing) return new Promise<never>(() => {})
    throw new Problem('target_unreachable', `The command ended before the scan did (exit code ${code ?? 'none'}).`)
  })()
  // Whoever carries prompts races against it; before that nobody listens.
  broken.catch(() => undefined)
  child.stdin!.on('error', () => undefined) // a command that has gone is told of by its exit

  function settle(line: string): void {
    const read = readAnswer(line)
    const [only] = waiting.size === 1 ? waiting.keys() : []
    const id = read.promptId ?? only
    const answer = id === undefined ? undefined : waiting.get(id)
    // Nobody waits for it: it came too late, or it does not say which of several prompts it answers.
    if (id === undefined || !answer) return
    waiting.delete(id)
    answer(read.answer)
  }

  return {
    can,
    broken,
    carry: (prompt, signal) =>
      new Promise((resolve, reject) => {
        const done = (act: () => void) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          waiting.delete(prompt.prompt_id)
          act()
        }
        const onAbort = () => done(() => reject(signal.reason))
        const timer = setTimeout(
          () => done(() => resolve({ error: { code: 'target_timeout', message: 'The command did not answer in time.' } })),
          patienceMs,
        )
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(prompt.prompt_id, (answer) => done(() => resolve(fitted(answer))))
        child.stdin!.write(`${JSON.stringify(forCommand(prompt))}\n`)
      }),
    async close() {
      isClosing = true
      child.stdin!.end()
      if (child.exitCode !== null || child.signalCode !== null) return
      const killing = setTimeout(() => child.kill(), 2_000)
      await once(child, 'exit')
      clearTimeout(killing)
    },
  }
}

async function start([file, ...args]: readonly string[]): Promise<ChildProcess> {
  // Out of our process group: Ctrl-C is for us, and the scan is cancelled in order before the command goes.
  const child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: process.platform !== 'win32' })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw misuse(`The command ${file} can not be run: ${error instanceof Error ? error.message : 'unknown reason'}.`)
  }
  return child
}

const forCommand = ({ expires_at: _, ...prompt }: RelayPrompt) => prompt

// The command may be wordier than the server takes: its answer is cut afterwards, and not refused.
const CommandAnswer = RelayAnswer.safeExtend({ response: z.string().optional(), reasoning: z.string().optional() })

/** A line of the command. One that makes no sense is an answer too: that there is none. */
function readAnswer(line: string): Readonly<{ promptId: string | undefined; answer: Carried }> {
  const unreadable = (why: string) => ({ code: 'target_unreadable', message: why }) as const
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { promptId: undefined, answer: { error: unreadable('The command wrote a line that is not JSON.') } }
  }
  const given = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  const promptId = 'prompt_id' in given && typeof given.prompt_id === 'string' ? given.prompt_id : undefined
  const parsed = CommandAnswer.safeParse({ prompt_id: '-', ...given })
  if (!parsed.success)
    return { promptId, answer: { error: unreadable(`The command wrote a line that is no answer: ${parsed.error.issues[0]?.message}`) } }
  const { prompt_id: _, ...answer } = parsed.data
  return { promptId, answer }
}
