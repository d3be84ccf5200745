import { isUtf8 } from 'node:buffer'
import { openDecoder } from './decode-body.ts'

/** Collects an answer's body up to a cap, whatever its encoding, and knows when it has seen enough. */
export interface BodyReader {
  write(chunk: Buffer): void
  /** Undefined: all is there already. A promise: the decoder is still working. */
  end(): Promise<void> | undefined
  text(): Readonly<{ text: string; malformed: boolean }>
  destroy(): void
  /** Bytes kept so far. */
  readonly size: number
  /** Made of many small messages, each of them readable on its own. */
  readonly isStream: boolean
  /** Left before its end: the connection can't be used again. */
  readonly isCut: boolean
}

export type BodyOptions = Readonly<{
  headers: Readonly<Record<string, string>>
  maxBytes: number
  isDone: ((textSoFar: string) => boolean) | undefined
  host: string
  /** Called once, when the cap is reached (truncated) or `isDone` says so. */
  onEnough: (truncated: boolean) => void
  onError: (error: Error) => void
}>

export function openBody({ headers, maxBytes, isDone, host, onEnough, onError }: BodyOptions): BodyReader {
  const type = headers['content-type'] ?? ''
  const chunks: Buffer[] = []
  let size = 0
  let received = 0
  let isCut = false
  const cut = (truncated: boolean) => {
    if (isCut) return
    isCut = true
    asker?.stop()
    decoder?.destroy()
    onEnough(truncated)
  }
  const keep = (chunk: Buffer) => {
    if (isCut) return
    const room = maxBytes - size
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk
    chunks.push(part)
    size += part.length
    if (chunk.length > room) cut(true)
    else asker?.push(part)
  }
  const decoder = openDecoder(headers['content-encoding'], { host, keep, onError })
  const asker = isDone ? createAsker(isDone, () => cut(false)) : undefined

  return {
    write(chunk) {
      if (isCut) return
      received += chunk.length
      if (!decoder) keep(chunk)
      else if (received > maxBytes) cut(true)
      else decoder.write(chunk)
    },
    end() {
      asker?.stop()
      return decoder?.end()
    },
    text: () => toText(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size), type),
    destroy() {
      isCut = true
      asker?.stop()
      decoder?.destroy()
    },
    get size() {
      return size
    },
    isStream: isDone !== undefined || /^text\/|ndjson|jsonl|json-seq|stream/i.test(type),
    get isCut() {
      return isCut
    },
  }
}

/** The declared charset is believed only where the bytes are not UTF-8: many servers declare one out of habit. */
function toText(bytes: Buffer, type: string): Readonly<{ text: string; malformed: boolean }> {
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (isUtf8(bytes)) return { text: bytes.toString('utf8', hasMark ? 3 : 0), malformed: false }
  const label = charsetOf(bytes, type)
  if (label) {
    const text = new TextDecoder(label).decode(bytes)
    return { text, malformed: text.includes('\ufffd') }
  }
  return { text: new TextDecoder().decode(bytes), malformed: true }
}

const charsets: ReadonlySet<string> = new Set([
  ...['iso-8859-1', 'iso-8859-15', 'windows-1250', 'windows-1251', 'windows-1252', 'koi8-r'],
  ...['shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr', 'gbk', 'gb2312', 'gb18030', 'big5', 'utf-16le', 'utf-16be'],
])

function charsetOf(bytes: Buffer, type: string): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const label = /charset\s{0,4}=\s{0,4}"?([\w-]{1,32})/i.exec(type)?.[1]?.toLowerCase()
  return label === 'utf-16' ? 'utf-16le' : label && charsets.has(label) ? label : undefined
}

/**
 * Asks `isDone` as text arrives. A hostile stream of single bytes must not make us read a megabyte again for each of
 * them: the first 8 KiB are looked at as they come, after that ten times a second.
 */
function createAsker(isDone: (textSoFar: string) => boolean, onDone: () => void) {
  const decoder = new TextDecoder()
  let text = ''
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  const ask = () => {
    timer = undefined
    if (isOver || !isDone(text)) return
    stop()
    onDone()
  }
  return {
    push(chunk: Buffer) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length <= 8192) ask()
      else timer ??= setTimeout(ask, 100)
    },
    stop,
  }
}
