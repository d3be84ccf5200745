/** A network's file: a JSON header that names its tensors, then the tensors. training/export.py writes it. */
export type NetworkShape = Readonly<{ layers: number; hidden: number; ffn: number; heads: number; tokenCount: number; tokenGroups: number }>
export type Tensor = Readonly<{ name: string; kind: 'packed' | 'f16' | 'f32'; bits?: number; count: number; bytes: Uint8Array }>
export type NetworkFile = Readonly<{ shape: NetworkShape; tensor: (name: string) => Tensor }>

export function parseNetworkFile(file: Uint8Array): NetworkFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (new TextDecoder().decode(file.subarray(0, 4)) !== 'SJN1') throw new Error('not a network file of the judge')
  const headerBytes = view.getUint32(4, true)
  const header = asHeader(JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + headerBytes))))
  const data = file.subarray(8 + headerBytes)
  const tensors = new Map(header.tensors.map((t) => [t.name, { ...t, bytes: data.subarray(t.offset, t.offset + t.bytes) }]))
  return {
    shape: header,
    tensor(name) {
      const found = tensors.get(name)
      if (found === undefined) throw new Error(`the network file has no tensor ${name}`)
      return found
    },
  }
}

/** Half-precision floats to single. */
export function fromHalf(bytes: Uint8Array, count: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const bits = view.getUint16(2 * i, true)
    const exponent = (bits >> 10) & 31
    const fraction = bits & 1023
    const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
    out[i] = bits & 0x8000 ? -size : size
  }
  return out
}

type Header = NetworkShape &
  Readonly<{
    tensors: readonly Readonly<{ name: string; kind: Tensor['kind']; bits?: number; count: number; offset: number; bytes: number }>[]
  }>

// The file ships with the code that reads it and its magic was checked: the shape is trusted.
function asHeader(value: unknown): Header {
  return value as Header
}
