import { createSocket } from 'node:dgram'

/** What a name is said to be: A and AAAA records, chosen anew for every question. */
export type Answer = Readonly<{ a: readonly string[]; aaaa: readonly string[] }>

/** A DNS server that answers as it is told, with a time to live of 0. Enough of RFC 1035 for getaddrinfo. */
export async function startDns(address: string, answer: (name: string, question: number) => Answer): Promise<{ close: () => void }> {
  const socket = createSocket('udp4')
  let questions = 0
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    const { a, aaaa } = answer(name, questions++)
    const records = type === 1 ? a.map(record4) : type === 28 ? aaaa.map(record6) : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8580, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(53, address, resolve))
  return { close: () => socket.close() }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    const length = query[at]!
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const record = (type: number, data: Buffer) => {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
const record4 = (address: string) => record(1, Buffer.from(address.split('.').map(Number)))
const record6 = (address: string) => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return record(28, Buffer.concat(groups.map((group: string) => Buffer.from(group.padStart(4, '0'), 'hex'))))
}
