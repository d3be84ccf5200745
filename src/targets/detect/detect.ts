import type { Detect, TargetConfig } from '../../domain/target.ts'
import type { Explored } from './explore.ts'
import { explore, settleSlot } from './explore.ts'
import { type Failure, toFailure } from './failure.ts'
import { findSolution } from './find-answer.ts'
import { look } from './look.ts'
import { tryProtocol } from './native.ts'
import { fromConfig, toNative } from './native-draft.ts'
import { priorOf } from './prior.ts'
import { openProber, type Prober } from './prober.ts'
import { failedProfile, metProfile } from './profile.ts'
import { recogniseAnswer } from './recognise.ts'
import { type Meeting, settle } from './settle.ts'
import { mentions } from './task.ts'
import { toWay } from './way.ts'

/** Finds out how to talk to a URL, with at most 25 harmless requests in 60 seconds. */
export const detect: Detect = async (url, config, net, signal) => {
  const prober = openProber(url, net, signal)
  try {
    const met = await meet(prober, config)
    if ('failure' in met) return failedProfile(prober, met.failure, config)
    const settled = await settle(prober, await nameProduct(prober, met))
    return 'failure' in settled ? failedProfile(prober, settled.failure, config) : metProfile(prober, settled, config)
  } catch (error) {
    signal.throwIfAborted()
    return failedProfile(prober, toFailure(error), config)
  }
}

/** Open WebUI speaks OpenAI's protocol at a path of its own; its configuration says who it is. */
async function nameProduct(prober: Prober, met: Meeting): Promise<Meeting> {
  const { origin, pathname } = new URL(prober.url)
  if (met.way.protocol !== 'openai-chat' || !/^\/api(?:\/v1)?\/chat\/completions$/.test(pathname)) return met
  const { response } = await prober.send(
    { method: 'GET', url: `${origin}/api/config`, headers: { accept: 'application/json' } },
    'asked which product this is',
  )
  return response.status === 200 && /"name"\s*:\s*"[^"]*Open WebUI/.test(response.text)
    ? { ...met, way: { ...met.way, protocol: 'open-webui' } }
    : met
}

type Met = Meeting | Readonly<{ failure: Failure }>

/** Gets a first answer: from what the operator says, from what the URL says, or by trying. */
async function meet(prober: Prober, config: TargetConfig): Promise<Met> {
  const told = fromConfig(config)
  const model = config.model === undefined ? {} : { model: config.model }
  const prior = told?.protocol ?? priorOf(prober.url)
  if (prior) {
    const attempt = await tryProtocol(prober, prior, told?.settings ?? model)
    if (attempt.kind === 'heard')
      return { way: attempt.way, heard: [attempt.heard], answer: undefined, strict: false, told: told !== undefined }
    if (attempt.kind === 'failed') return { failure: attempt.failure }
    if (told)
      return {
        failure: {
          code: attempt.response.status === 404 ? 'not_found' : 'error',
          message: `The endpoint does not answer as ${prior}: HTTP ${attempt.response.status}.`,
        },
      }
  }
  return fromExplored(prober, await explore(prober, undefined, new Set(prior ? [prior] : [])), model)
}

async function fromExplored(prober: Prober, explored: Explored, model: Readonly<{ model?: string }>): Promise<Met> {
  if (explored.kind === 'failed') return { failure: explored.failure }
  if (explored.kind === 'elsewhere') {
    const sight = await look(prober, explored.response.status)
    if (sight.kind === 'explored') return fromExplored(prober, sight.explored, model)
    if (sight.kind === 'failed') return { failure: sight.failure }
    return {
      failure: {
        code: 'not_an_ai_endpoint',
        message: 'A web page answers here, not an API. Give the URL that its chat sends messages to.',
      },
    }
  }
  if (explored.kind === 'rpc') return { failure: { code: 'error', message: 'JSON-RPC.' } }
  if (explored.kind === 'known') {
    const attempt = await tryProtocol(prober, explored.protocol, model)
    if (attempt.kind === 'heard') return { way: attempt.way, heard: [attempt.heard], answer: undefined, strict: false, told: false }
    if (attempt.kind === 'failed') return { failure: attempt.failure }
    return fromExplored(prober, await explore(prober, undefined, new Set([explored.protocol])), model)
  }
  if (explored.kind === 'rejected') return { failure: rejection(explored) }
  const solved = findSolution(explored.heard)?.task
  const leaves = explored.heard.leaves.map((leaf) => leaf.text)
  const taken = solved
    ? []
    : explored.heard.tasks.filter((task) => leaves.some((text) => mentions(task, text) && !text.includes(task.prompt)))
  const draft = await settleSlot(prober, explored, solved, taken)
  const known = recogniseAnswer(explored.answer.body)
  const way = (known && toNative(known, draft)) ?? toWay(draft)
  return { way, heard: [explored.heard], answer: explored.answer, strict: explored.strict, told: false }
}

function rejection({ response, issues }: Extract<Explored, { kind: 'rejected' }>): Failure {
  if (response.status < 300) return { code: 'not_an_ai_endpoint', message: 'The endpoint accepts requests but never answers in words.' }
  const wants = issues.map((issue) => issue.path.join('.')).join(', ')
  if (response.status >= 500) return { code: 'error', message: `The endpoint answered HTTP ${response.status} to every request.` }
  return {
    code: 'error',
    message: `The endpoint rejected every request we know (last: HTTP ${response.status}${wants ? `, it speaks of ${wants}` : ''}). Give a request template in target_config.request.`,
  }
}
