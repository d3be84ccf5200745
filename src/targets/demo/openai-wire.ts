import { z } from 'zod'
import type { Answer, Chat } from './chat.ts'

const Content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() })), z.null()]).optional()
const Body = z.looseObject({
  model: z.string().optional(),
  messages: z
    .array(z.looseObject({ role: z.string(), content: Content }))
    .min(1, 'is empty')
    .max(400),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({ name: z.string(), description: z.string().optional(), parameters: z.unknown() }).optional(),
      }),
    )
    .max(64)
    .nullish(),
})
export type ChatRequest = Readonly<{ chat: Chat; model: string; stream: boolean; withUsage: boolean; promptChars: number }>

export const modelId = 'harbour-support-1'

/** A request in OpenAI's Chat Completions shape, or the sentence that says what is wrong with it. */
export function readRequest(json: unknown): ChatRequest | string {
  const parsed = Body.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const path = issue.path.join('.') || 'body'
    return issue.code === 'invalid_type' && !(json !== null && typeof json === 'object' && issue.path[0]! in json)
      ? `Missing required parameter: '${path}'.`
      : `Invalid value for '${path}': ${issue.message}.`
  }
  const { messages, tools, stream, model, stream_options } = parsed.data
  const texts = messages.map(({ role, content }) => ({ role, text: plainText(content) }))
  const chat: Chat = {
    system: texts
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ text }) => text)
      .join('\n'),
    turns: texts.flatMap(({ role, text }) => (role === 'user' || role === 'assistant' || role === 'tool' ? [{ role, text } as const] : [])),
    tools: (tools ?? []).flatMap((tool) =>
      tool.function
        ? [{ name: tool.function.name, description: tool.function.description ?? '', parameters: names(tool.function.parameters) }]
        : [],
    ),
  }
  return {
    chat,
    model: model ?? modelId,
    stream: stream === true,
    withUsage: stream_options?.include_usage === true,
    promptChars: texts.reduce((sum, { text }) => sum + text.length, 0),
  }
}

const plainText = (content: z.infer<typeof Content>): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')
const names = (schema: unknown): readonly string[] => {
  const found = z.looseObject({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema)
  return found.success ? Object.keys(found.data.properties) : []
}

/** The body of a whole answer. Ids are derived from the answer: the same answer is the same bytes. */
export function wholeBody(request: ChatRequest, answer: Answer, id: string): string {
  return JSON.stringify({
    ...envelope(request, id, 'chat.completion'),
    choices: [{ index: 0, message: message(answer, id), logprobs: null, finish_reason: finish(answer) }],
    usage: usage(request, answer),
  })
}

/** The same answer as server-sent events. */
export function* eventStream(request: ChatRequest, answer: Answer, id: string): Generator<string> {
  const base = envelope(request, id, 'chat.completion.chunk')
  const event = (delta: unknown, finish_reason: string | null) =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  yield event({ role: 'assistant', content: '' }, null)
  for (let at = 0; at < answer.text.length; at += 48) yield event({ content: answer.text.slice(at, at + 48) }, null)
  const { tool_calls } = message(answer, id)
  if (tool_calls) yield event({ tool_calls: tool_calls.map((call, index) => ({ index, ...call })) }, null)
  yield event({}, finish(answer))
  if (request.withUsage) yield `data: ${JSON.stringify({ ...base, choices: [], usage: usage(request, answer) })}\n\n`
  yield 'data: [DONE]\n\n'
}

/** An error in OpenAI's shape. */
export const errorBody = (text: string, type: string, code: string | null): string =>
  JSON.stringify({ error: { message: text, type, param: null, code } })

const envelope = (request: ChatRequest, id: string, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: 1_767_225_600,
  model: request.model,
  system_fingerprint: 'fp_harbour',
})
const finish = (answer: Answer): string => (answer.calls.length > 0 ? 'tool_calls' : 'stop')
const message = (answer: Answer, id: string) => ({
  role: 'assistant',
  content: answer.text,
  refusal: null,
  ...(answer.calls.length > 0
    ? {
        tool_calls: answer.calls.map((call, i) => ({
          id: `call_${id}${i}`,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        })),
      }
    : {}),
})
const tokens = (chars: number): number => Math.ceil(chars / 4)
const usage = (request: ChatRequest, answer: Answer) => ({
  prompt_tokens: tokens(request.promptChars),
  completion_tokens: tokens(answer.text.length),
  total_tokens: tokens(request.promptChars) + tokens(answer.text.length),
})
