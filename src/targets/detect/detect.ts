import { randomInt } from 'node:crypto'
import type { Detect, NetResponse, ProtocolId, TargetConfig } from '../../domain/target.ts'
import { postJson } from '../protocols/http-protocol.ts'
import { excerpt } from '../protocols/read-status.ts'
import { discover, isBareHost, type Place } from './discover.ts'
import { applyIssues, emptyDraft, mapLeaves, polyglot } from './draft.ts'
import { type Explored, explore } from './explore.ts'
import { type Failure, readFailure, toFailure } from './failure.ts'
import { wordLeaves } from './find-answer.ts'
import { readIssues } from './issues.ts'
import { look } from './look.ts'
import { meetRpc, meetTools, type Tools } from './meet-rpc.ts'
import { meetSocket } from './meet-socket.ts'
import { type Attempt, tryProtocol } from './native.ts'
import { fromConfig, toNative } from './native-draft.ts'
import { idsIn, type Opened, readOpened } from './open-session.ts'
import { findInPage } from './page.ts'
import { findForm } from './page-form.ts'
import { platformDraft } from './platforms.ts'
import { priorOf, usualUrls } from './prior.ts'
import { openProber, type Prober, type Timing } from './prober.ts'
import { failedProfile, metProfile, toolsProfile } from './profile.ts'
import { recogniseAnswer } from './recognise.ts'
import { chatMethods, rpcDraft } from './rpc-draft.ts'
import { type Meeting, settle } from './settle.ts'
import { settleSlot } from './settle-slot.ts'
import type { Dice } from './task.ts'
import { visitFirst } from './visit.ts'
import { toWay } from './way.ts'

/** Finds out how to talk to a URL, with at most 25 harmless requests in 60 seconds. */
export const detect: Detect = (url, config, net, signal) => detectBy((below) => randomInt(below))(url, config, net, signal)

/** The same with chance, and time, of the caller's choosing. */
export const detectBy =
  (dice: Dice, timing?: Timing): Detect =>
  async (url, config, net, signal) => {
    const prober = openProber(url, net, signal, dice, timing)
    try {
      const met = await meet(prober, config)
      if ('failure' in met) return failedProfile(prober, met.failure)
      if ('tools' in met) return toolsProfile(prober, met)
      const settled = await settle(met.prober, await nameProduct(prober, met))
      return 'failure' in settled ? failedProfile(prober, settled.failure, settled.doubtful) : metProfile(prober, settled, config)
    } catch (error) {
      signal.throwIfAborted()
      return failedProfile(prober, toFailure(error))
    }
  }

type Met = (Meeting & Readonly<{ prober: Prober }>) | Readonly<{ failure: Failure }> | Tools

/** Gets a first answer: from what the operator says, from what the URL says, or by trying. */
async function meet(prober: Prober, config: TargetConfig): Promise<Met> {
  const told = fromConfig(config)
  const model = config.model === undefined ? {} : { model: config.model }
  const isSocket = /^wss?:/.test(prober.url)
  const prior = told?.protocol ?? (isSocket ? 'websocket' : priorOf(prober.url))
  const settings: Readonly<Record<string, unknown>> = told?.settings ?? model
  if (prior === 'mcp') return meetMcp(prober, settings, told !== undefined)
  if (prior === 'websocket' && (!told || settings['request'] === undefined)) return fromSocket(prober)
  if (told && isBareHost(prober.url) && settings['request'] === undefined) {
    const met = await fromUsualPaths(prober, told.protocol, settings)
    if (met) return met
  }
  const known = told ? undefined : await platformDraft(prober, config.model)
  if (known) {
    const met = await fromExplored(prober, await explore(prober, known), model)
    if ('way' in met || ('failure' in met && met.failure.code === 'auth_required')) return met
  }
  if (prior) {
    const attempt = await tryProtocol(prober, prior, settings)
    const met = fromAttempt(prober, attempt, told !== undefined)
    if (met) return met
    const streamed = /\/converse-stream$/.test(new URL(prober.url).pathname)
      ? await tryProtocol(prober, prior, { ...settings, stream: true })
      : undefined
    const second = streamed && fromAttempt(prober, streamed, told !== undefined)
    if (second) return second
    if (told && attempt.kind === 'other') return { failure: notAsTold(told.protocol, attempt.response) }
  }
  return fromExplored(prober, await explore(prober, undefined, new Set(prior ? [prior] : [])), model)
}

/** The operator knows the protocol and gives only a host: it is looked for where it usually speaks. */
async function fromUsualPaths(prober: Prober, protocol: ProtocolId, settings: Readonly<Record<string, unknown>>): Promise<Met | undefined> {
  for (const url of usualUrls(protocol, prober.url)) {
    const met = fromAttempt(prober, await tryProtocol({ ...prober, url }, protocol, settings), true)
    if (met && 'way' in met) return { ...met, way: { ...met.way, settings: { ...met.way.settings, url } } }
    if (met && 'failure' in met && met.failure.code === 'auth_required') return met
  }
  return undefined
}

function fromAttempt(prober: Prober, attempt: Attempt, told: boolean): Met | undefined {
  if (attempt.kind === 'heard') return { prober, way: attempt.way, heard: [attempt.heard], answer: undefined, strict: false, told }
  return attempt.kind === 'failed' ? { failure: attempt.failure } : undefined
}

async function fromExplored(prober: Prober, explored: Explored, model: Readonly<{ model?: string }>): Promise<Met> {
  if (explored.kind === 'failed') return { failure: explored.failure }
  if (explored.kind === 'elsewhere') return fromLook(prober, explored.response.status, model)
  if (explored.kind === 'rpc') return fromRpc(prober)
  if (explored.kind === 'unopened') return fromUnopened(prober, explored.urls, explored.response, model)
  if (explored.kind === 'unvisited') {
    const draft = await visitFirst(prober)
    return draft
      ? fromExplored(prober, await explore(prober, draft), model)
      : { failure: readFailure(explored.response) ?? rejection({ kind: 'rejected', response: explored.response, issues: [] }) }
  }
  if (explored.kind === 'moved')
    return (
      (await fromPlaces(prober, [{ url: explored.url }], model)) ?? {
        failure: { code: 'error', message: `The endpoint redirects to ${explored.url}. Give that URL instead.` },
      }
    )
  if (explored.kind === 'known') {
    const met = fromAttempt(prober, await tryProtocol(prober, explored.protocol, model), false)
    return met ?? fromExplored(prober, await explore(prober, undefined, new Set([explored.protocol])), model)
  }
  if (explored.kind === 'rejected') return { failure: rejection(explored) }
  const opened = wordLeaves(explored.heard).length === 0 ? readOpened(explored.answer, prober.url) : undefined
  if (opened)
    return (
      (await fromOpened(prober, opened)) ?? { failure: rejection({ kind: 'rejected', response: explored.answer.response, issues: [] }) }
    )
  const { draft, heard, empty } = await settleSlot(prober, explored)
  const known = recogniseAnswer(explored.answer.body)
  const way = (known && toNative(known, draft)) ?? toWay(draft)
  return { prober, way, heard: [heard], answer: explored.answer, strict: explored.strict, told: false, empty }
}

/** A conversation was opened: somebody may answer at an address with its id. */
async function fromOpened(prober: Prober, opened: Opened): Promise<Met | undefined> {
  for (const { url, template } of opened.urls) {
    const met = await fromExplored({ ...prober, url }, await explore({ ...prober, url }), {})
    if (!('way' in met)) continue
    const settings = { ...met.way.settings, url: template, open: { url: prober.url, request: {}, id: opened.path } }
    return { ...met, prober, way: { ...met.way, settings } }
  }
  return undefined
}

/** The endpoint talks only in a conversation that was opened before, elsewhere. */
async function fromUnopened(
  prober: Prober,
  urls: readonly string[],
  refused: NetResponse,
  model: Readonly<{ model?: string }>,
): Promise<Met> {
  for (const url of urls) {
    const answer = await prober.send(postJson(url, {}), 'opened a conversation where the error says')
    const [opened] = answer.response.status < 300 ? idsIn(answer) : []
    if (!opened) continue
    return fromExplored(prober, await explore(prober, { ...polyglot, first: { open: { url, request: {}, id: opened.path } } }), model)
  }
  return { failure: rejection({ kind: 'rejected', response: refused, issues: readIssues(refused) }) }
}

/** No POST was taken: what a GET shows decides where to go on. */
async function fromLook(prober: Prober, posted: number, model: Readonly<{ model?: string }>): Promise<Met> {
  const sight = await look(prober, posted)
  if (sight.kind === 'explored') return fromExplored(prober, sight.explored, model)
  if (sight.kind === 'failed') return { failure: sight.failure }
  if (sight.kind === 'socket') return fromSocket(prober)
  if (sight.kind === 'rpc' || sight.kind === 'card') return fromRpc(prober)
  const form = sight.kind === 'page' ? findForm(sight.html, prober.url) : undefined
  const asked = form ? await fromPlaces(prober, [form], model) : undefined
  if (asked) return asked
  const places = sight.kind === 'page' ? await findInPage(prober, sight.html) : []
  const found = await fromPlaces(
    prober,
    places.length === 0 && isBareHost(prober.url) ? await discover(prober, sight.kind === 'page') : places,
    model,
  )
  if (found) return found
  if (sight.kind === 'page')
    return {
      failure: {
        code: 'not_an_ai_endpoint',
        message: 'A web page answers here, not an API. Give the URL that its chat sends messages to.',
      },
    }
  return {
    failure: { code: 'not_found', message: `There is nothing at this path: HTTP ${sight.status} to both POST and GET. Check the URL.` },
  }
}

/** Goes on at another URL of the same origin; the way then carries it along. */
async function fromPlaces(prober: Prober, places: readonly Place[], model: Readonly<{ model?: string }>): Promise<Met | undefined> {
  for (const place of places) {
    const there = { ...prober, url: place.url }
    const met = await (place.protocol ? fromProtocol(there, place.protocol, model) : fromPlace(there, place, model))
    if (met === undefined || ('failure' in met && !['auth_required', 'constant_answer'].includes(met.failure.code))) continue
    return 'way' in met && place.url !== prober.url
      ? { ...met, way: { ...met.way, settings: { ...met.way.settings, url: place.url } } }
      : met
  }
  return undefined
}

async function fromPlace(prober: Prober, { draft }: Place, model: Readonly<{ model?: string }>): Promise<Met | undefined> {
  if (!draft) return meet(prober, model)
  const explored = await explore(prober, draft)
  // The page's own form leads back to the page: there is nothing more to look at.
  return draft.page && explored.kind !== 'heard' ? undefined : fromExplored(prober, explored, model)
}
const fromProtocol = async (prober: Prober, protocol: ProtocolId, model: Readonly<{ model?: string }>) =>
  fromAttempt(prober, await tryProtocol(prober, protocol, model), false)

async function fromRpc(prober: Prober): Promise<Met> {
  const met = await meetRpc(prober)
  if (met.kind === 'tools') return met
  for (const method of met.kind === 'other' ? chatMethods(prober.trace) : []) {
    const found = await fromExplored(prober, await explore(prober, rpcDraft(method)), {})
    if ('way' in found) return found
  }
  return (
    fromAttempt(prober, met, false) ?? { failure: { code: 'error', message: 'The endpoint speaks JSON-RPC, but neither MCP nor A2A.' } }
  )
}

async function meetMcp(prober: Prober, settings: Readonly<Record<string, unknown>>, told: boolean): Promise<Met> {
  try {
    return await meetTools(prober, settings)
  } catch (error) {
    const failure = toFailure(error)
    if (told || failure.code !== 'error' || failure.isLimited) return { failure }
    return fromExplored(prober, await explore(prober), {})
  }
}

async function fromSocket(prober: Prober): Promise<Met> {
  const met = await meetSocket(prober)
  if (!met)
    return {
      failure: {
        code: 'error',
        message: 'A WebSocket opens here, but nobody answers the frames that we know. Give one in target_config.request.',
      },
    }
  return { prober, way: met.way, heard: [met.heard], answer: undefined, strict: true, told: false }
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

/** The operator said how to talk to it, and it does not answer that way. */
function notAsTold(protocol: ProtocolId, response: NetResponse): Failure {
  if (response.status === 404) return { code: 'not_found', message: `There is nothing at this path for ${protocol}: HTTP 404.` }
  const why = response.status < 300 ? 'no words were found in its answer at the expected place' : `HTTP ${response.status}`
  return {
    code: 'error',
    message: `The endpoint does not answer as target_config says (${protocol}): ${why}. It said: ${excerpt(response.text, 160)}`,
  }
}

function rejection({ response, issues }: Extract<Explored, { kind: 'rejected' }>): Failure {
  if (response.status < 300) return { code: 'not_an_ai_endpoint', message: 'The endpoint accepts requests but never answers in words.' }
  const wants = issues.map((issue) => issue.path.join('.')).join(', ')
  if (response.status >= 500)
    return {
      code: 'error',
      message: `The endpoint fails on requests that it does not reject: HTTP ${response.status}. Is the service behind it up?`,
    }
  const message = `The endpoint rejected every request we know (last: HTTP ${response.status}${wants ? `, it speaks of ${wants}` : ''}).`
  const guess = mapLeaves(applyIssues(emptyDraft, issues).body, (leaf) => leaf.replace(/\{\{prompt@[^{}]+\}\}/g, '{{prompt}}'))
  return { code: 'error', message, ...(JSON.stringify(guess).includes('{{prompt}}') ? { request: guess } : {}) }
}
