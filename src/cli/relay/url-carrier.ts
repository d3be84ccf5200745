import { toProblem } from '../../domain/problem.ts'
import type { Conversation, OpenWith, Target } from '../../domain/target.ts'
import { RelayAnswer, type RelayPrompt } from '../../service/relay/relay-prompt.ts'
import { type Carried, type Carrier, fitted } from './carrier.ts'

// A conversation is over without anybody saying so; the ones that were used longest ago are let go.
const mostConversations = 500

/** Carries prompts to a target that this process talks to itself. Each session is a conversation of its own. */
export function urlCarrier(target: Target, close: () => Promise<void>): Carrier {
  const { features } = target
  const conversations = new Map<string, Conversation>()

  async function conversationOf(prompt: RelayPrompt): Promise<Conversation | undefined> {
    const known = conversations.get(prompt.session)
    const history = prompt.messages.slice(0, -1).filter(({ role }) => role !== 'system')
    // A conversation that began before we did can be taken up where the endpoint is told what was said.
    if (!known && history.length > 0 && !features.history) return undefined
    const conversation = known ?? target.open(setupOf(prompt, history))
    conversations.delete(prompt.session)
    conversations.set(prompt.session, conversation)
    const [oldest] = conversations
    if (conversations.size > mostConversations && oldest) {
      conversations.delete(oldest[0])
      await oldest[1].close?.()
    }
    return conversation
  }

  return {
    can: [
      ...(features.conversation === 'none' ? [] : (['session'] as const)),
      ...(features.history ? (['history'] as const) : []),
      ...(features.system ? (['system'] as const) : []),
      ...(features.tools ? (['tools'] as const) : []),
    ],
    async carry(prompt, signal) {
      try {
        const conversation = await conversationOf(prompt)
        if (!conversation) {
          return { error: { code: 'target_rejected', message: 'This conversation began before the relay client was started.' } }
        }
        const { text, toolCalls, reasoning, refusal, truncated } = await conversation.send(prompt.prompt, signal)
        return fitted({
          response: text,
          ...(toolCalls && toolCalls.length > 0 && { tool_calls: toolCalls.slice(0, 100).map((call) => ({ ...call })) }),
          ...(reasoning === undefined ? {} : { reasoning }),
          ...(refusal && { refusal: { layer: refusal.layer, reason: refusal.reason.slice(0, 2_000) } }),
          ...(truncated && { truncated }),
        })
      } catch (error) {
        signal.throwIfAborted()
        return toError(error)
      }
    },
    broken: new Promise<never>(() => {}),
    async close() {
      await Promise.allSettled([...conversations.values()].map((conversation) => conversation.close?.()))
      await close()
    },
  }
}

function setupOf({ messages, tools }: RelayPrompt, history: NonNullable<OpenWith['history']>): OpenWith {
  const system = messages.find(({ role }) => role === 'system')?.content
  return { ...(system === undefined ? {} : { system }), ...(history.length > 0 && { history }), ...(tools && { tools }) }
}

/** A failure of the target travels with its code, so that the scan judges it as if it had happened there. */
function toError(error: unknown): Carried {
  const { code, detail, extra } = toProblem(error)
  if (code === 'internal') throw error
  const told = { message: detail.slice(0, 2_000), ...(extra.targetStatus === undefined ? {} : { status: extra.targetStatus }) }
  const withCode = RelayAnswer.safeParse({ prompt_id: '-', error: { ...told, code } })
  return { error: withCode.success ? withCode.data.error : { code: 'target_server_error', ...told } }
}
