import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toProblem } from '../../src/domain/problem.ts'
import { connectTarget } from '../../src/targets/connect.ts'
import { detectBy } from '../../src/targets/detect/detect.ts'
import { serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'
import { seeded } from './dice.ts'

/** The same servers each time; SEED=2 and so on for others. */
const seed = Number(process.env['SEED'] ?? 1)

const status = fc.constantFrom(
  200,
  200,
  200,
  201,
  202,
  204,
  301,
  307,
  400,
  400,
  401,
  403,
  404,
  405,
  406,
  409,
  415,
  422,
  422,
  426,
  429,
  500,
  502,
  503,
)
const type = fc.constantFrom('application/json', 'text/event-stream', 'text/html', 'text/plain', 'application/x-ndjson', 'image/png', '')
const body = fc.oneof(
  fc.json(),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '[{"generated_text":7}]',
    '{"detail":[{"loc":["body","__proto__","x"],"msg":"Field required","type":"missing"}]}',
    '{"detail":[{"loc":["header","host"],"msg":"Field required","type":"missing"},{"loc":["header","x-forwarded-for"],"msg":"missing"}]}',
    '{"error":"constructor is required"}',
    'data: {"choices":[{"delta":{"content":5}}]}\n\ndata: [DONE]\n\n',
    '{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"},"id":null}',
    '{"choices":[{"message":{"content":[{"text":1}]}}]}',
    '{"status":"pending","url":"http://169.254.169.254/latest"}',
    '{"openapi":"3.1.0","paths":{"/":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},"components":{"schemas":{"A":{"$ref":"#/components/schemas/A"}}}}',
    `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
    '0:"x"\n0:5\ng:{}\n',
    '<html><script>fetch("http://evil.example/chat")</script></html>',
  ),
)
const answer = fc.record({ status, type, body, location: fc.constantFrom('', '/', '/login', 'http://evil.example/', '//evil.example/x') })

test('whatever a server answers, detection ends with a profile, within its budget, and asks nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('/', '/chat', '/v1/chat/completions', '/mcp', '/v1/messages', '/a2a', '/api/chat'),
      async (answers, path) => {
        let turn = 0
        const served = await serve((_, response) => {
          const one = answers[turn++ % answers.length]!
          response.writeHead(one.status, {
            ...(one.type ? { 'content-type': one.type } : {}),
            ...(one.location ? { location: one.location } : {}),
            'retry-after': '0',
          })
          response.end(one.body)
        })
        try {
          const net = openTestNet()
          const profile = await detectBy(seeded(seed))(`${served.url}${path}`, {}, net, AbortSignal.timeout(25_000))
          expect(profile.requests_used).toBeLessThanOrEqual(25)
          expect(new Set(net.sent.map((request) => new URL(request.url).origin))).toEqual(new Set([served.url]))
          expect(profile.protocol === null).toBe(profile.problem !== undefined)
          if (profile.protocol !== null && profile.sample) {
            const stored = JSON.parse(JSON.stringify(profile)) as typeof profile
            await connectTarget(`${served.url}${path}`, stored, net)
              .open()
              .send('Hello', AbortSignal.timeout(5000))
              .catch((error: unknown) => expect(toProblem(error).code).toMatch(/^target_/))
          }
        } finally {
          await served.close()
        }
      },
    ),
    { seed, numRuns: Number(process.env['RUNS'] ?? 30), interruptAfterTimeLimit: Number(process.env['LIMIT'] ?? 8_000) },
  )
}, 120_000)
