import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEncoder } from './encoder-wasm.ts'
import type { Logits } from './judge-input.ts'
import type { Reader } from './script.ts'
import { parseNetworkFile } from './weights.ts'
import { readingWindow } from './window.ts'
import { openWordPiece } from './wordpiece.ts'

/** Reads a request and its answer with one of the networks. Takes a tenth of a second: call it in a worker. */
export type Network = (request: string, response: string) => Logits

export type NetworkName = Exclude<Reader, 'none'>

// As the base models' tokenisers do: the English one folds case, the Chinese one does not.
const lowerCase: Readonly<Record<NetworkName, boolean>> = { en: true, zh: false }

export function openNetwork(folder: string, name: NetworkName, window: number): Network {
  const vocabulary = readFileSync(join(folder, `network-${name}.vocab.txt`), 'utf8')
    .trimEnd()
    .split('\n')
  const tokeniser = openWordPiece(vocabulary, { lowerCase: lowerCase[name] })
  const [start, end] = [vocabulary.indexOf('[CLS]'), vocabulary.indexOf('[SEP]')]
  const file = parseNetworkFile(readFileSync(join(folder, `network-${name}.bin`)))
  const encoder = openEncoder(new Uint8Array(readFileSync(join(folder, 'encoder.wasm'))), file, window)
  return (request, response) => {
    const pair = readingWindow((text) => tokeniser.encode(text), request, response, window)
    const first = [start, ...pair.request, end]
    const second = [...pair.response, end]
    return encoder.read([...first, ...second], [...first.map(() => 0), ...second.map(() => 1)])
  }
}
