import { fromHalf, type NetworkFile } from './weights.ts'

/** One network laid out in WebAssembly memory. `read` gives its two logits: refused, succeeded. */
export interface Encoder {
  read(ids: readonly number[], types: readonly number[]): readonly [number, number]
}

type Kernel = Readonly<{
  unpack: (from: number, to: number, count: number, bits: number) => void
  sums: (weights: number, to: number, rows: number, columns: number) => void
  encode: (table: number, ids: number, types: number, count: number, mean: number) => void
  heapBase: number
}>

// Node's types leave WebAssembly to those of the browser, which we do not load: this is the part used here.
const { WebAssembly: wasmRuntime } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow: (pages: number) => number }
    Module: new (bytes: Uint8Array) => object
    Instance: new (module: object, imports: Record<string, Record<string, unknown>>) => Readonly<{ exports: unknown }>
  }
}
const page = 65_536

export function openEncoder(wasm: Uint8Array, file: NetworkFile, longest: number): Encoder {
  const { layers, hidden, ffn, heads, tokenGroups } = file.shape
  const memory = new wasmRuntime.Memory({ initial: 2 })
  const kernel = asKernel(new wasmRuntime.Instance(new wasmRuntime.Module(wasm), { env: { memory } }))
  let top = kernel.heapBase

  const reserve = (bytes: number): number => {
    const at = (top + 15) & ~15
    top = at + bytes
    const missing = top - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / page))
    return at
  }
  const floats = (values: Float32Array): number => {
    const at = reserve(values.byteLength)
    new Float32Array(memory.buffer, at, values.length).set(values)
    return at
  }
  const half = (name: string): number => {
    const { bytes, count } = file.tensor(name)
    return floats(fromHalf(bytes, count))
  }
  // The packed bytes lie at the end of what they unpack to and are overwritten from behind them: the reader is always ahead of the writer.
  const packed = (name: string): number => {
    const { bytes, bits = 8, count } = file.tensor(name)
    const at = reserve(count + 16)
    const source = at + count + 16 - bytes.length
    new Uint8Array(memory.buffer, source, bytes.length).set(bytes)
    if (bits < 8) kernel.unpack(source, at, count, bits)
    else new Uint8Array(memory.buffer).copyWithin(at, source, source + bytes.length)
    return at
  }

  const table: number[] = [
    layers,
    hidden,
    ffn,
    heads,
    packed('tokens'),
    half('tokens.scale'),
    tokenGroups,
    half('positions'),
    half('types'),
  ]
  table.push(half('norm.gamma'), half('norm.beta'))
  const wide = Math.max(ffn, 3 * hidden)
  const padded = longest + 16
  for (const bytes of [
    4 * longest * hidden,
    4 * longest * hidden,
    4 * longest * wide,
    longest * wide,
    4 * padded,
    (4 * hidden * padded) / heads,
    4 * padded,
  ])
    table.push(reserve(bytes))
  for (let l = 0; l < layers; l++) {
    const part = (name: string) => {
      const weights = packed(`${l}.${name}`)
      const rows = file.tensor(`${l}.${name}.bias`).count
      const sums = reserve(4 * rows)
      kernel.sums(weights, sums, rows, file.tensor(`${l}.${name}`).count / rows)
      return [weights, half(`${l}.${name}.scale`), half(`${l}.${name}.bias`), sums]
    }
    const norm = (name: string) => [half(`${l}.${name}.gamma`), half(`${l}.${name}.beta`)]
    table.push(...part('qkv'), ...part('out'), ...norm('norm1'), ...part('up'), ...part('down'), ...norm('norm2'))
  }
  const ints = (count: number) => reserve(4 * count)
  const [tableAt, idsAt, typesAt, meanAt] = [ints(table.length), ints(longest), ints(longest), ints(hidden)] as const
  new Int32Array(memory.buffer, tableAt, table.length).set(table)
  const head = new Float32Array(new Uint8Array(file.tensor('head').bytes).buffer)

  return {
    read(ids, types) {
      if (ids.length > longest || ids.length === 0) throw new Error(`the judge reads 1 to ${longest} tokens, not ${ids.length}`)
      new Int32Array(memory.buffer, idsAt, ids.length).set(ids)
      new Int32Array(memory.buffer, typesAt, types.length).set(types)
      kernel.encode(tableAt, idsAt, typesAt, ids.length, meanAt)
      const mean = new Float32Array(memory.buffer, meanAt, hidden)
      const logit = (row: number) => mean.reduce((sum, x, i) => sum + x * (head[row * hidden + i] ?? 0), head[2 * hidden + row] ?? 0)
      return [logit(0), logit(1)]
    },
  }
}

// The module is ours and built with exactly these exports (training/kernel).
function asKernel(instance: Readonly<{ exports: unknown }>): Kernel {
  const { unpack, sums, encode, __heap_base } = instance.exports as Kernel & Readonly<{ __heap_base: Readonly<{ value: number }> }>
  return { unpack, sums, encode, heapBase: __heap_base.value }
}
