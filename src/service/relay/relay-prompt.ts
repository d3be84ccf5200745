import { z } from 'zod'
import { problemCodes } from '../../domain/problem.ts'

/** What a client may be able to do besides answering a single prompt. It says so when it asks for its first one. */
export const relayAbilities = ['session', 'history', 'system', 'tools'] as const
export type RelayAbility = (typeof relayAbilities)[number]

/** A prompt to carry to the endpoint. */
export const RelayPrompt = z
  .object({
    prompt_id: z.string().describe('Goes back with the answer.'),
    session: z.string().describe('The conversation it belongs to: the same id is the same conversation, another one must not know of it.'),
    turn: z.int().min(1).describe('Which turn of that conversation this is.'),
    prompt: z.string().describe('What to say.'),
    messages: z
      .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
      .describe('The whole conversation, this prompt last: for clients that replay it.'),
    tools: z
      .array(z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }))
      .optional()
      .describe('Tools to declare, for clients that said they can.'),
    expires_at: z.iso.datetime().describe('After this time the prompt may be handed out again; an answer still counts if it is the first.'),
  })
  .meta({
    id: 'RelayPrompt',
    description: 'A prompt that a relay client carries to the endpoint.',
    examples: [
      {
        prompt_id: 'prm_5f0c1d9e7a3b4c2800000001',
        session: 'ses_019a3c1f0e2b7c4d8e5f60718293a4b5',
        turn: 1,
        prompt: 'Hello! Could you tell me in one or two sentences what you can help me with?',
        messages: [{ role: 'user', content: 'Hello! Could you tell me in one or two sentences what you can help me with?' }],
        expires_at: '2026-11-15T12:01:00.000Z',
      },
    ],
  })
export type RelayPrompt = z.infer<typeof RelayPrompt>

const targetCodes = problemCodes
  .map(({ code }) => code)
  .filter((code): code is `target_${string}` & typeof code => code.startsWith('target_'))

// 200,000 characters: what fits into a body of 256 KiB, unless most of it is not ASCII.
const Words = z.string().max(200_000, 'At most 200,000 characters: cut it and set truncated.')

/** What a client brings back: an answer of the endpoint, or why there is none. */
export const RelayAnswer = z
  .strictObject({
    prompt_id: z.string().max(100),
    response: Words.optional().describe('Exactly what the endpoint answered.'),
    tool_calls: z
      .array(z.strictObject({ name: z.string().min(1).max(200), arguments: z.unknown() }))
      .max(100)
      .optional()
      .describe('Tools that the endpoint called or wanted to call.'),
    reasoning: Words.optional().describe('Thinking that the endpoint shows beside its answer.'),
    refusal: z
      .strictObject({ layer: z.enum(['model', 'filter', 'gateway']), reason: z.string().max(2_000) })
      .optional()
      .describe('A refusal that the endpoint declares as such.'),
    truncated: z.boolean().optional().describe('The answer was cut.'),
    error: z
      .union([
        z.string().min(1).max(2_000),
        z.strictObject({
          code: z.enum(targetCodes as [(typeof targetCodes)[number]]).default('target_server_error'),
          message: z.string().min(1).max(2_000),
          status: z.int().min(100).max(599).optional().describe('The HTTP status of the endpoint.'),
        }),
      ])
      .optional()
      .describe('Why there is no answer: a sentence, or with a code from the table of problems.'),
  })
  .superRefine((answer, ctx) => {
    const isAnswer = answer.response !== undefined || answer.tool_calls !== undefined
    if (isAnswer === (answer.error !== undefined)) {
      ctx.addIssue({ code: 'custom', path: ['response'], message: 'Send either response (or tool_calls) or error, not both.' })
    }
  })
  .meta({
    id: 'RelayAnswer',
    description: 'The answer to a relayed prompt.',
    examples: [{ prompt_id: 'prm_5f0c1d9e7a3b4c2800000001', response: 'I help with questions about our garden tools.' }],
  })
export type RelayAnswer = z.infer<typeof RelayAnswer>
