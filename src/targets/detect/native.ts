import { randomUUID } from 'node:crypto'
import { toProblem } from '../../domain/problem.ts'
import type { NetResponse, ProtocolId } from '../../domain/target.ts'
import { applyIssues, emptyDraft, mapLeaves } from './draft.ts'
import { type Failure, readFailure } from './failure.ts'
import type { Heard } from './find-answer.ts'
import { readIssues } from './issues.ts'
import { listModels } from './models.ts'
import type { Prober } from './prober.ts'
import { drawTask } from './task.ts'
import { isGeneric, openConversation, say, type Way } from './way.ts'

/** It answered in its protocol; it said why nobody can talk to it; or this is not its protocol after all. */
export type Attempt =
  | Readonly<{ kind: 'heard'; way: Way; heard: Heard }>
  | Readonly<{ kind: 'failed'; failure: Failure }>
  | Readonly<{ kind: 'other'; response: NetResponse }>

/** Speaks a protocol in its own words and repairs the request as the errors ask. */
export async function tryProtocol(prober: Prober, protocol: ProtocolId, settings: Readonly<Record<string, unknown>>): Promise<Attempt> {
  let way: Way = { protocol, settings }
  let models: readonly string[] | undefined
  for (let round = 0; round < 7; round++) {
    const task = drawTask(prober.dice)
    try {
      const heard = await say(prober, way, openConversation(prober, way), {
        text: task.prompt,
        tasks: [task],
        what: `asked it to join two halves of a word, as ${protocol}`,
      })
      return { kind: 'heard', way, heard }
    } catch (error) {
      const problem = toProblem(error)
      const response = prober.last()
      if (!response || problem.code === 'internal') throw error
      const failure = readFailure(response)
      if (failure) return { kind: 'failed', failure }
      if (response.status < 300 || /<html/i.test(response.text.slice(0, 500))) return { kind: 'other', response }
      if (wantsModel(response) && models === undefined) {
        models = namedModels(response) ?? (await listModels(prober))
        way = { ...way, settings: { ...way.settings, model: models[0] ?? 'default' } }
        continue
      }
      const next = isGeneric(way) ? undefined : repair(way, response)
      if (next === undefined) return { kind: 'other', response }
      way = next
    }
  }
  return { kind: 'other', response: prober.last()! }
}

/** The models that an error offers by itself. */
const namedModels = (response: NetResponse): readonly string[] | undefined =>
  readIssues(response).find((issue) => issue.path[0] === 'model' && issue.options)?.options

const wantsModel = (response: NetResponse): boolean =>
  [400, 404, 422].includes(response.status) &&
  /\bmodel\b/i.test(response.text.slice(0, 2000)) &&
  !/max_tokens.{0,40}(?:required|missing)/i.test(response.text) &&
  (readIssues(response).some((issue) => issue.path[0] === 'model') ||
    /model.{0,80}(?:not found|not exist|does not exist|unknown|invalid|required|not available|unavailable)|(?:no such|unknown|invalid|missing|provide an?) model/i.test(
      response.text.slice(0, 2000),
    ))

/** Members and headers that the endpoint wants on top of the protocol. Undefined: the error asks for nothing new. */
function repair(way: Way, response: NetResponse): Way | undefined {
  const extra = (way.settings['extra'] ?? {}) as Readonly<Record<string, unknown>>
  const headers = (way.settings['headers'] ?? {}) as Readonly<Record<string, string>>
  const draft = { ...emptyDraft, body: extra, headers }
  const issues = readIssues(response).filter((issue) => !/^(?:messages|input|prompt|contents|inputs)$/.test(String(issue.path[0])))
  const next = applyIssues(draft, issues)
  if (next === draft || JSON.stringify(next).includes('{{prompt@')) return undefined
  const fixed = (leaf: string) => leaf.replaceAll('{{session}}', randomUUID()) // the protocol has no slot for it: one id for all
  return { ...way, settings: { ...way.settings, extra: mapLeaves(next.body, fixed), headers: mapLeaves(next.headers, fixed) } }
}
