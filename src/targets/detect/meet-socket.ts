import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '../protocols/parse-json.ts'
import { collect, openFrame, openSocket, SocketSettings, wordFrame } from '../protocols/websocket.ts'
import { applyIssues, type Draft, emptyDraft, keepSlot, mapLeaves, polyglot, promptSlots } from './draft.ts'
import { findSolution, type Heard, wordLeaves } from './find-answer.ts'
import { readIssues } from './issues.ts'
import { frameLeaves } from './leaves.ts'
import type { Prober } from './prober.ts'
import { drawTask, mentions, type Task } from './task.ts'
import type { Way } from './way.ts'

/** A slow model gets this long for its first frame; meanwhile the next shape is tried on a socket of its own. */
const patienceMs = 12_000
const staggerMs = 1500
const silenceMs = 1500

type Shape = Readonly<{ body: Draft['body']; dialect: 'plain' | 'socket.io'; what: string }>
type SocketMeeting = Readonly<{ way: Way; heard: Heard }>

const shapes: readonly Shape[] = [
  { body: { type: 'message', content: '{{prompt@content}}' }, dialect: 'plain', what: 'sent a typed frame' },
  { body: { type: 'message', ...(polyglot.body as object) }, dialect: 'plain', what: 'sent a frame with every usual field' },
  { body: '{{prompt@text}}', dialect: 'plain', what: 'sent a frame of plain text' },
]
const socketIo: Shape = { body: ['message', '{{prompt@message}}'], dialect: 'socket.io', what: 'sent a socket.io message' }

/** Tries the usual frames until somebody answers in words. */
export async function meetSocket(prober: Prober): Promise<SocketMeeting | undefined> {
  const found = new AbortController()
  const candidates = /\/socket\.io\//.test(prober.url) ? [socketIo] : shapes
  const attempts = candidates.map(async (shape, index) => {
    if (index > 0) await wait(index * staggerMs, undefined, { signal: found.signal })
    const met = await tryShape(prober, shape, found.signal)
    if (!met) throw new Error('nobody answered this shape')
    found.abort()
    return met
  })
  const settled = await Promise.any(attempts).catch((error: AggregateError) => error)
  if (!(settled instanceof AggregateError)) return settled
  const failure = settled.errors.find((error) => error instanceof Error && error.name === 'Problem')
  if (failure) throw failure
  return undefined
}

/** As often as errors may ask for something more. */
const mostRepairs = 4

async function tryShape(prober: Prober, shape: Shape, over: AbortSignal, repairs = 0): Promise<SocketMeeting | undefined> {
  const tasks = new Map(promptSlots(shape.body).map((slot) => [slot, drawTask(prober.dice)]))
  const filled = mapLeaves(shape.body, (leaf) => leaf.replace(/\{\{prompt@([^{}]+)\}\}/g, (_, slot: string) => tasks.get(slot)!.prompt))
  const frames = await sendFrame(prober, { request: filled as Draft['body'], dialect: shape.dialect }, shape.what, over)
  if (frames.length === 0) return undefined
  const heard: Heard = {
    said: [...tasks.values()].map((task) => task.prompt).join('\n'),
    tasks: [...tasks.values()],
    leaves: frameLeaves(frames),
  }
  const error = frames.find((frame) => isError(openFrame(frame)))
  if (error !== undefined) {
    // Every usual field at once has done its work when an error names one.
    const base = promptSlots(shape.body).length > 5 || !isObject(shape.body) ? emptyDraft : { ...emptyDraft, body: shape.body }
    const repaired = repairs < mostRepairs ? applyIssues(base, readIssues({ text: error, headers: {} })) : base
    if (repaired === base) return undefined
    return tryShape(prober, { ...shape, body: repaired.body, what: 'sent a frame with the fields it asked for' }, over, repairs + 1)
  }
  const solved = findSolution(heard)
  if (!solved && wordLeaves(heard).length === 0) return undefined
  const slot =
    [...tasks].find(([, task]) => task === (solved?.task ?? taken(heard)))?.[0] ?? (tasks.size === 1 ? [...tasks.keys()][0] : undefined)
  const request =
    slot === undefined
      ? mapLeaves(shape.body, (leaf) => leaf.replace(/\{\{prompt@[^{}]+\}\}/g, '{{prompt}}'))
      : keepSlot({ ...emptyDraft, body: shape.body }, slot, 'drop').body
  return { heard, way: { protocol: 'websocket', settings: { request, dialect: shape.dialect } } }
}

const taken = (heard: Heard): Task | undefined =>
  heard.tasks.find((task) => heard.leaves.some((leaf) => mentions(task, leaf.text) && !leaf.text.includes(task.prompt)))
const isError = (frame: unknown): boolean =>
  isObject(frame) &&
  (/error/i.test(String(frame['type'] ?? frame['event'] ?? '')) ||
    (frame['error'] !== undefined && frame['error'] !== null && frame['error'] !== false))

async function sendFrame(
  prober: Prober,
  settings: Readonly<{ request: Draft['body']; dialect: Shape['dialect'] }>,
  what: string,
  over: AbortSignal,
): Promise<readonly string[]> {
  prober.label(what)
  const full = SocketSettings.parse(settings)
  const socket = await openSocket(prober.url, full, prober.net, prober.signal)
  const close = () => socket.close()
  over.addEventListener('abort', close, { once: true })
  try {
    prober.label(what)
    socket.send(wordFrame(full, { prompt: '', messages: [], session: '', returned: () => undefined }))
    return await collect(socket, patienceMs, silenceMs, prober.signal)
  } finally {
    socket.close()
  }
}
