import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib'
import { Problem } from '../domain/problem.ts'

/** Takes one layer of compression off, a piece at a time, so that the reader's cap stops a bomb before it unfolds. */
export interface BodyDecoder {
  write(chunk: Buffer): void
  end(): Promise<void>
  destroy(): void
}

/** Undefined when the body is plain. We ask for `identity`: whoever compresses all the same gets one layer and no more. */
export function openDecoder(
  encoding: string | undefined,
  { host, keep, onError }: Readonly<{ host: string; keep: (chunk: Buffer) => void; onError: (error: Error) => void }>,
): BodyDecoder | undefined {
  const layers = (encoding ?? '')
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity')
  if (layers.length === 0) return undefined
  const open = layers.length === 1 ? decoders[layers[0]!] : undefined
  if (!open) throw new Problem('target_unreadable', `${host}: the answer is compressed in a way that is not accepted.`)
  const stream = open()
  const finished = new Promise<void>((resolve) => {
    stream.on('data', keep).on('end', resolve)
    stream.on('error', (error) => onError(error))
  })
  return {
    write: (chunk) => void stream.write(chunk),
    end: () => {
      stream.end()
      return finished
    },
    destroy: () => stream.destroy(),
  }
}

const decoders: Readonly<Record<string, () => BrotliDecompress | Gunzip | Inflate | ZstdDecompress>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  // 8 MiB of window: what RFC 8878 asks every decoder to support; more would be the sender's choice of our memory.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}
