import { type BodyText, toBodyText } from './body-text.ts'
import { type BodyDecoder, openDecoder } from './decode-body.ts'

export type BodyOptions = Readonly<{
  headers: Readonly<Record<string, string>>
  maxBytes: number
  isDone: ((textSoFar: string) => boolean) | undefined
  host: string
}>

/** Who is told about a body's early end. */
export interface BodyOwner {
  /** Called once, when the cap is reached (truncated) or `isDone` says so. */
  onEnough(truncated: boolean): void
  onError(error: Error): void
}

// A body in chunks of one byte costs a hundred times its size. A model that streams sends a word or more at a time.
const mostPieces = 65_536

/** Collects an answer's body up to a cap, whatever its encoding, and knows when it has seen enough. */
export class BodyReader {
  readonly #options: BodyOptions
  readonly #owner: BodyOwner
  #first: Buffer | undefined
  #chunks: ChunkList | undefined
  readonly #decoder: BodyDecoder | undefined
  readonly #asker: Asker | undefined
  #received = 0
  #pieces = 0
  /** Bytes kept so far. */
  size = 0
  /** Left before its end: the connection can't be used again. */
  isCut = false

  constructor(options: BodyOptions, owner: BodyOwner) {
    this.#options = options
    this.#owner = owner
    const { headers, host, isDone } = options
    const encoding = headers['content-encoding']
    if (encoding)
      this.#decoder = openDecoder(encoding, { host, keep: (chunk) => this.#keep(chunk), onError: (error) => owner.onError(error) })
    if (isDone) this.#asker = createAsker(isDone, () => this.#cut(false))
  }

  /** Made of many small messages, each of them readable on its own. */
  get isStream(): boolean {
    return this.#options.isDone !== undefined || /^text\/|ndjson|jsonl|json-seq|stream/i.test(this.#options.headers['content-type'] ?? '')
  }

  write(chunk: Buffer): void {
    if (this.isCut) return
    this.#received += chunk.length
    if (++this.#pieces > mostPieces) this.#cut(true)
    else if (!this.#decoder) this.#keep(chunk)
    else if (this.#received > this.#options.maxBytes) this.#cut(true)
    else this.#decoder.write(chunk)
  }

  /** Undefined: all is there already. A promise: the decoder is still working. */
  end(): Promise<void> | undefined {
    this.#asker?.stop()
    return this.#decoder?.end()
  }

  text(): BodyText {
    const bytes = this.#chunks ? this.#chunks.join() : (this.#first ?? none)
    return toBodyText(bytes, this.#options.headers['content-type'] ?? '', this.isCut)
  }

  destroy(): void {
    this.isCut = true
    this.#asker?.stop()
    this.#decoder?.destroy()
  }

  #keep(chunk: Buffer): void {
    if (this.isCut) return
    const room = this.#options.maxBytes - this.size
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#store(part)
    this.size += part.length
    if (chunk.length > room) this.#cut(true)
    else this.#asker?.push(part)
  }

  /** The usual answer is one piece. */
  #store(part: Buffer): void {
    if (this.#first === undefined) {
      this.#first = part
      return
    }
    this.#chunks ??= new ChunkList(this.#first)
    this.#chunks.push(part)
  }

  #cut(truncated: boolean): void {
    if (this.isCut) return
    this.destroy()
    this.#owner.onEnough(truncated)
  }
}

const none = Buffer.alloc(0)

/**
 * Bytes in the order they came. Small pieces are copied together: an object for every byte of a body that comes byte by
 * byte would take a hundred times its size.
 */
class ChunkList {
  readonly #whole: Buffer[]
  #tail = none
  #used = 0

  constructor(first: Buffer) {
    this.#whole = [first]
  }

  push(chunk: Buffer): void {
    // A few are kept as they are.
    if (chunk.length >= 4096 || this.#whole.length < 16) {
      this.#flush()
      this.#whole.push(chunk)
      return
    }
    if (this.#used + chunk.length > this.#tail.length) {
      this.#flush()
      this.#tail = Buffer.allocUnsafeSlow(16_384)
    }
    this.#used += chunk.copy(this.#tail, this.#used)
  }

  join(): Buffer {
    this.#flush()
    return Buffer.concat(this.#whole)
  }

  #flush(): void {
    if (this.#used === 0) return
    this.#whole.push(this.#tail.subarray(0, this.#used))
    this.#tail = this.#tail.subarray(this.#used)
    this.#used = 0
  }
}

/**
 * Asks `isDone` as text arrives. A hostile stream of single bytes must not make us read a megabyte again for each of
 * them: the first 8 KiB are looked at as they come, after that ten times a second.
 */
type Asker = Readonly<{ push: (chunk: Buffer) => void; stop: () => void }>

function createAsker(isDone: (textSoFar: string) => boolean, onDone: () => void): Asker {
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
