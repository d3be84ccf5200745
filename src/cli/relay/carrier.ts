import type { RelayAbility, RelayAnswer, RelayPrompt } from '../../service/relay/relay-prompt.ts'

/** What came back for a prompt, before it is addressed. */
export type Carried = Omit<RelayAnswer, 'prompt_id'>

/** Takes prompts to the endpoint and brings back what it said: a URL that only we can reach, or a command. */
export interface Carrier {
  readonly can: readonly RelayAbility[]
  /** Answers always, with `error` when the endpoint did not; throws only when `signal` is aborted. */
  carry(prompt: RelayPrompt, signal: AbortSignal): Promise<Carried>
  /** Rejects when nothing can be carried any more. */
  readonly broken: Promise<never>
  close(): Promise<void>
}

const mostChars = 200_000
// The server takes 256 KiB; the rest is for the envelope.
const mostBytes = 250 * 1024

/** An answer small enough for the server. What is cut says so; thinking is cut before words. */
export function fitted(answer: Carried): Carried {
  if (fits(answer)) return answer
  const reasoning = answer.reasoning?.slice(0, 20_000)
  for (let chars = mostChars; chars > 100; chars = Math.floor(chars / 2)) {
    const response = answer.response?.slice(0, chars)
    const cut = {
      ...answer,
      ...(response === undefined ? {} : { response }),
      ...(reasoning === undefined ? {} : { reasoning }),
      truncated: true,
    }
    if (fits(cut)) return cut
  }
  return { error: { code: 'target_unreadable', message: 'The answer is larger than 256 KiB, and not because of its words.' } }
}

const fits = (answer: Carried): boolean =>
  (answer.response ?? '').length <= mostChars &&
  (answer.reasoning ?? '').length <= mostChars &&
  Buffer.byteLength(JSON.stringify(answer)) <= mostBytes
