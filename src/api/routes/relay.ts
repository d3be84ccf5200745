import { z } from 'zod'
import { type RelayAbility, RelayAnswer, RelayPrompt, relayAbilities } from '../../service/relay/relay-prompt.ts'
import { keyed, problems } from '../openapi.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['relay']
const config = { access: { scope: 'scans:write' } } as const
const Params = z.object({ scan_id: z.string() })

// Below the 30 s after which many proxies cut an idle connection.
const longestWaitSeconds = 25

const Wait = z
  .string()
  .regex(/^\d{0,4}$/, 'wait must be a whole number of seconds.')
  .default('')
  .meta({
    type: 'integer',
    pattern: undefined,
    default: undefined,
    description: `Seconds to wait for a prompt, at most ${longestWaitSeconds}. Default: ${longestWaitSeconds}.`,
  })

const Abilities = z
  .string()
  .refine((text) => wordsIn(text).every(isAbility), `can is a list of ${relayAbilities.join(', ')}.`)
  .default('')
  .describe(
    'What the client can do, separated by commas: `session` (keeps a conversation for each session id), `history` (replays messages), `system` and `tools` (passes those on). Default: none of it, so attacks of several turns are left out.',
  )

/** Prompts out, answers in: for endpoints that only a client of the operator's can reach. */
export const relayRoutes: RouteGroup = (app, deps) => {
  app.get(
    '/scans/:scan_id/next',
    {
      config,
      // A HEAD would take a prompt and throw it away.
      exposeHeadRoute: false,
      schema: {
        tags,
        security: keyed,
        operationId: 'nextPrompt',
        summary: 'Fetch the next prompt',
        description: [
          'Waits for one, at most `wait` seconds. The first request starts a pending relay scan and says what the client `can` do.',
          'A prompt is handed to one client at a time, until `expires_at`; fetch several to carry several at once. 204: nothing to do yet, ask again. 410: the scan has ended, stop asking.',
        ].join(' '),
        params: Params,
        querystring: z.object({
          wait: Wait,
          can: Abilities,
        }),
        response: {
          200: RelayPrompt,
          204: z.undefined().describe('Nothing to do yet: ask again.'),
          ...problems(400, 404, 409, 410, 503),
        },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { wait, can } = request.query
      const waitMs = (wait === '' ? longestWaitSeconds : Math.min(Number(wait), longestWaitSeconds)) * 1000
      const prompt = await deps.relay.next(request.params.scan_id, { waitMs, can: wordsIn(can).filter(isAbility) }, gone.signal)
      reply.header('cache-control', 'no-store')
      return prompt ?? reply.code(204).send()
    },
  )

  app.post(
    '/scans/:scan_id/responses',
    {
      config,
      schema: {
        tags,
        security: keyed,
        operationId: 'answerPrompt',
        summary: 'Answer a prompt',
        description:
          'The first answer to a prompt wins; a second one, or one that comes too late, is 409. Answer with `error` when the endpoint gave no answer: silence would be waited for.',
        params: Params,
        body: RelayAnswer,
        response: { 204: z.undefined().describe('Taken.'), ...problems(400, 404, 409, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      await deps.relay.answer(request.params.scan_id, request.body)
      return reply.code(204).send()
    },
  )
}

const wordsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const isAbility = (word: string): word is RelayAbility => relayAbilities.some((ability) => ability === word)
