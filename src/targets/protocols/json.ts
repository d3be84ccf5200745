import type { NetRequest } from '../../domain/target.ts'
import { beginTemplated } from './begin-templated.ts'
import { type Body, streamView } from './body.ts'
import { type Answer, defineHttpProtocol, type Exchange, postJson, type Reading, type Turn } from './http-protocol.ts'
import { parsePath, type Step, select, textAt } from './json-path.ts'
import { pageView } from './page-view.ts'
import { stringAt } from './parse-json.ts'
import { pause } from './pause.ts'
import { readStatus } from './read-status.ts'
import { fillTemplate, readTemplate } from './template.ts'
import { headersOf, slotsOf, stateAfter, TemplateSettings, templateFeatures, urlOf } from './templated.ts'

/** Generic JSON: a request template and the path of the answer. Nothing is evaluated. */
export const json = defineHttpProtocol({
  id: 'json',
  settings: TemplateSettings,
  features: templateFeatures,
  begin: (turn, exchange) => beginTemplated(turn, exchange, askJson),
  ask: askJson,
  follow: followJob,
  read: readTemplated,
})

function askJson(turn: Turn<TemplateSettings>): NetRequest {
  const body = fillTemplate(readTemplate(turn.settings.request), slotsOf(turn))
  const request = postJson(urlOf(turn), body, headersOf(turn))
  return turn.settings.method === 'POST' ? request : { ...request, method: turn.settings.method }
}

/** Polls take this long in all; an answer that is still not there is no answer. */
const patienceMs = 30_000
const pollMs = 500

/** An answer that only announces one: fetched where it says, while it says that it is not ready. */
export async function followJob(first: Answer, turn: Turn<TemplateSettings>, exchange: Exchange): Promise<Answer> {
  const { url: where, guessed } = jobUrl(first, urlOf(turn))
  if (where === undefined) return first
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const answer = await exchange({ method: 'GET', url: where, headers: { accept: 'application/json', ...headersOf(turn) } })
    if (answer.response.status >= 400 && guessed) return first
    if (answer.response.status >= 400) readStatus(answer.response)
    waitedMs += answer.response.ms
    if (!isPending(answer) || waitedMs >= patienceMs) return answer
    await pause(pollMs, turn.signal)
  }
}

/** Where the answer will be: as the server says, else at the job's id below the URL itself. */
function jobUrl(answer: Answer, url: string): Readonly<{ url: string | undefined; guessed: boolean }> {
  if (answer.response.status !== 202 && !isPending(answer)) return { url: undefined, guessed: false }
  const value = answer.body.kind === 'json' ? answer.body.value : undefined
  const named = ['status_url', 'statusUrl', 'result_url', 'resultUrl', 'poll_url', 'pollUrl', 'url', 'href', 'location']
    .map((name) => stringAt(value, name))
    .find((found) => found !== undefined)
  const told = answer.response.headers['location'] ?? named ?? stringAt(value, 'links', 'self') ?? stringAt(value, 'urls', 'get')
  const full = told === undefined ? null : URL.parse(told, url)
  if (told !== undefined) return { url: full !== null && full.origin === new URL(url).origin ? full.href : undefined, guessed: false }
  const id = ['id', 'job_id', 'jobId', 'task_id', 'taskId', 'request_id', 'requestId', 'run_id', 'runId']
    .map((name) => stringAt(value, name))
    .find((found) => found !== undefined && /^[\w.-]{1,100}$/.test(found))
  if (id === undefined) return { url: undefined, guessed: true }
  const guess = new URL(url)
  guess.pathname = `${guess.pathname.replace(/\/+$/, '')}/${id}`
  return { url: guess.href, guessed: true }
}

const isPending = ({ response, body }: Answer): boolean =>
  response.status === 202 ||
  (body.kind === 'json' &&
    /^(?:queued|pending|processing|running|in[_-]progress|starting|accepted|working)$/i.test(
      stringAt(body.value, 'status') ?? stringAt(body.value, 'state') ?? '',
    ))

/** Reads the answer at the settled path, or at the usual places. The documents are kept for ids that the next turn sends back. */
export function readTemplated({ body, response }: Answer, turn: Turn<TemplateSettings>): Reading {
  const { response_path: path, snapshots, echoes } = turn.settings
  const state = stateAfter({ body, response })
  const found = readWords(body, path === undefined ? usualPaths : [path], snapshots)
  if (found === undefined) return { reply: undefined, state }
  const text = echoes && found.startsWith(turn.text) ? found.slice(turn.text.length).trimStart() : found
  return { reply: { text }, state }
}

function readWords(body: Body, paths: readonly string[], snapshots: boolean): string | undefined {
  if (body.kind === 'text') return paths.some((path) => path === '' || path === '$') ? body.text.trim() : undefined
  if (body.kind === 'html') return paths.length === 1 ? textAt(pageView(body.text), parsePath(paths[0]!)) : undefined
  for (const path of paths) {
    const steps = parsePath(path)
    const found =
      body.kind === 'json'
        ? (textAt(body.value, steps) ?? streamTextAt([body.value], steps, snapshots))
        : streamTextAt(streamView(body.events), steps, snapshots)
    if (found !== undefined) return found
  }
  return undefined
}

/** The pieces of a stream put together; a path that picks events itself sees them as one list. */
export function streamTextAt(events: readonly unknown[], steps: readonly Step[], snapshots: boolean): string | undefined {
  const picks = steps[0]?.kind === 'all' || steps[0]?.kind === 'where'
  const nodes = picks ? select(events, steps) : events.flatMap((event) => select(event, steps))
  const pieces = nodes.filter((node) => typeof node === 'string' || typeof node === 'number').map((node) => String(node).toWellFormed())
  if (pieces.length === 0) return undefined
  return snapshots ? pieces.at(-1) : pieces.join('')
}

/** Where answers usually are. Only used when nobody said where, and to break ties in detection. */
export const usualPaths: readonly string[] = [
  '$.choices[0].message.content',
  '$.choices[0].delta.content',
  '$.choices[0].text',
  '$.output_text',
  '$.candidates[0].content.parts[0].text',
  '$.message.content',
  '$.generated_text',
  '$[0].generated_text',
  '$.response',
  '$.answer',
  '$.reply',
  '$.output',
  '$.result',
  '$.text',
  '$.completion',
  '$.content',
  '$.message',
  '$.delta',
  '$.token',
  '$.data.response',
  '$.data.answer',
  '$.data.reply',
  '$.data.text',
  '$.data.content',
  '$.data.message',
  '$.result.output',
  '$.result.response',
  '$.result.text',
  '$.content[0].text',
  '$.bot_response',
  '$.assistant',
  '$.textResponse',
  '$',
]
