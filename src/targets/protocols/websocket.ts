import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Problem, toProblem } from '../../domain/problem.ts'
import type { Conversation, Message, Net, NetSocket, Protocol } from '../../domain/target.ts'
import { streamTextAt, usualPaths } from './json.ts'
import { parsePath, textAt } from './json-path.ts'
import { isObject, parseJson } from './parse-json.ts'
import { fillTemplate, fillText, hasSlot, readTemplate } from './template.ts'

export const SocketSettings = z.looseObject({
  request: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).default('{{prompt}}'),
  response_path: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** socket.io shakes hands before it talks, and numbers its frames. */
  dialect: z.enum(['plain', 'socket.io']).default('plain'),
  snapshots: z.boolean().default(false),
  /** How long the first word may take. */
  patience_ms: z.number().int().min(100).max(120_000).default(30_000),
})
type SocketSettings = z.infer<typeof SocketSettings>

/** An answer is over after this much silence, or when a frame says so. */
const silenceMs = 1500
const helloMs = 600

/** Chat over a WebSocket: one connection is one conversation. */
export const websocket: Protocol = {
  id: 'websocket',
  connect(url, settings, net) {
    const parsed = SocketSettings.parse(settings ?? {})
    const history = hasSlot(readTemplate(parsed.request), 'messages')
    return {
      features: { conversation: 'session', system: history, history, tools: false },
      open: () => openConversation(parsed.url ?? url, parsed, net),
    }
  },
}

function openConversation(url: string, settings: SocketSettings, net: Net): Conversation {
  let socket: NetSocket | undefined
  let said: readonly Message[] = []
  const session = randomUUID()
  return {
    async send(text, signal) {
      socket ??= await openSocket(url, settings, net, signal)
      const messages = [...said, { role: 'user', content: text } as const]
      socket.send(wordFrame(settings, { prompt: text, messages, session, returned: () => undefined }))
      const frames = await collect(socket, settings.patience_ms, silenceMs, signal)
      if (frames.length === 0) {
        leave(socket) // or it would keep its place among the scan's requests
        socket = undefined
      }
      const answer = readFrames(frames, settings)
      if (answer === undefined)
        throw new Problem('target_unreadable', 'No frame of the answer held words at the expected place.', {
          excerpt: frames.join(' ').slice(0, 300),
        })
      said = [...messages, { role: 'assistant', content: answer }]
      return { text: answer }
    },
    async close() {
      if (socket) leave(socket)
    },
  }
}

/** A farewell that fails is no error of the scan: the socket is gone either way. */
function leave(socket: NetSocket): void {
  try {
    socket.close()
  } catch {
    return
  }
}

/** Opens, shakes hands where the dialect wants it, and lets a greeting pass. */
export async function openSocket(
  url: string,
  settings: Pick<SocketSettings, 'dialect' | 'headers'>,
  net: Net,
  signal: AbortSignal,
): Promise<NetSocket> {
  const socket = await net.socket({ url: url.replace(/^http/, 'ws'), headers: settings.headers }, signal)
  try {
    if (settings.dialect === 'socket.io') {
      await socket.next(5000, signal)
      socket.send('40')
      await socket.next(5000, signal)
    }
    await collect(socket, helloMs, helloMs, signal)
    return socket
  } catch (error) {
    leave(socket)
    throw error
  }
}

export function wordFrame(settings: SocketSettings, slots: Parameters<typeof fillTemplate>[1]): string {
  const template = readTemplate(settings.request)
  const frame = typeof template === 'string' ? fillText(template, slots) : JSON.stringify(fillTemplate(template, slots))
  return settings.dialect === 'socket.io' ? `42${frame}` : frame
}

/** The frames of one answer: until one says that it is over, or silence does. */
export async function collect(socket: NetSocket, firstMs: number, nextMs: number, signal: AbortSignal): Promise<readonly string[]> {
  const frames: string[] = []
  let isLate = false
  for (let count = 0; count < 5000; count++) {
    try {
      const frame = await socket.next(isLate ? graceMs : frames.length === 0 ? firstMs : nextMs, signal)
      isLate = false
      if (frame === undefined) break
      if (frame === '2')
        socket.send('3') // socket.io asks whether we are alive
      else frames.push(frame)
      if (isLast(frame)) break
    } catch (error) {
      if (toProblem(error).code !== 'target_timeout') throw error
      if (isLate) break
      isLate = true
    }
  }
  return frames
}

/** A busy process hears its own clock before a frame that has long arrived: so much later there is really nothing. */
const graceMs = 50

const isLast = (frame: string): boolean => {
  if (/^\s*\[?"?\[?DONE\]?"?\]?\s*$/.test(frame)) return true
  const value = openFrame(frame)
  if (!isObject(value)) return false
  return (
    value['done'] === true ||
    value['final'] === true ||
    value['is_final'] === true ||
    /^(?:end|done|complete|completed|finish|finished|stop|message_end|stream_end|final)$/i.test(
      String(value['type'] ?? value['event'] ?? ''),
    )
  )
}

/** A frame as a document; socket.io wraps its payload in `42["event", payload]`. */
export function openFrame(frame: string): unknown {
  const packet = /^42(?:\/[^,]+,)?(\[.*\])$/s.exec(frame)
  if (packet) {
    const list = parseJson(packet[1]!)
    return Array.isArray(list) ? (isObject(list[1]) ? { event: list[0], ...list[1] } : { event: list[0], data: list[1] }) : undefined
  }
  return parseJson(frame) ?? frame
}

function readFrames(frames: readonly string[], settings: SocketSettings): string | undefined {
  const documents = frames.map(openFrame).filter((document) => document !== '[DONE]')
  const paths = settings.response_path === undefined ? usualPaths : [settings.response_path]
  for (const path of paths) {
    const found =
      documents.length === 1 && !/^\$\[[*?]/.test(path)
        ? textAt(documents[0], parsePath(path))
        : streamTextAt(documents, parsePath(path), settings.snapshots)
    if (found !== undefined && found !== '') return found
  }
  return undefined
}
