import { defineTransform, type TransformSpec } from './transform.ts'

/** Standard encodings that programs decode, and many models too. */
export const codecs: readonly TransformSpec[] = [
  defineTransform('base64', 'Base64', 'Decode it as Base64.', (text) => Buffer.from(text).toString('base64')),
  defineTransform('base64url', 'URL-safe Base64', 'Decode it as URL-safe Base64.', (text) => Buffer.from(text).toString('base64url')),
  defineTransform('base64-twice', 'doubly encoded Base64', 'Decode it as Base64 two times in a row.', (text) =>
    Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  ),
  defineTransform('base32', 'Base32', 'Decode it as Base32 (RFC 4648).', toBase32),
  defineTransform('base58', 'Base58', 'Decode it as Base58 (the Bitcoin alphabet).', toBase58),
  defineTransform('ascii85', 'Ascii85', 'Decode it as Ascii85.', toAscii85),
  defineTransform('hex', 'hexadecimal', 'Read each pair of hexadecimal digits as one byte of text.', (text) =>
    Buffer.from(text).toString('hex'),
  ),
  defineTransform('hex-escapes', 'hex-escaped', 'Each \\x escape is one byte of text.', (text) =>
    bytes(text, (b) => `\\x${b.toString(16).padStart(2, '0')}`),
  ),
  defineTransform('binary', 'binary', 'Each group of eight bits is one character.', (text) =>
    bytes(text, (b) => b.toString(2).padStart(8, '0'), ' '),
  ),
  defineTransform('octal', 'octal', 'Each octal number is the code of one character.', (text) =>
    bytes(text, (b) => b.toString(8).padStart(3, '0'), ' '),
  ),
  defineTransform('decimal', 'decimal ASCII codes', 'Each number is the ASCII code of one character.', (text) => bytes(text, String, ' ')),
  defineTransform('url', 'percent-encoded', 'Undo the percent-encoding of the URL.', (text) =>
    bytes(text, (b) => `%${b.toString(16).toUpperCase().padStart(2, '0')}`),
  ),
  defineTransform('html-entities', 'HTML entities', 'Each HTML entity is one character.', (text) =>
    [...text].map((c) => `&#${c.codePointAt(0)};`).join(''),
  ),
  defineTransform('unicode-escapes', 'Unicode escapes', 'Each \\u escape is one character.', (text) =>
    Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  ),
  defineTransform('quoted-printable', 'quoted-printable', 'Undo the quoted-printable encoding.', (text) =>
    bytes(text, (b) => `=${b.toString(16).toUpperCase().padStart(2, '0')}`),
  ),
]

const bytes = (text: string, write: (byte: number) => string, between = ''): string => Array.from(Buffer.from(text), write).join(between)

function toBase32(text: string): string {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const encoded = groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
  return encoded.padEnd(Math.ceil(encoded.length / 8) * 8, '=')
}

function toBase58(text: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const raw = Buffer.from(text)
  let zeros = 0
  while (zeros < raw.length && raw[zeros] === 0) zeros++
  let value = raw.length === 0 ? 0n : BigInt(`0x${raw.toString('hex')}`)
  let encoded = ''
  while (value > 0n) {
    encoded = alphabet[Number(value % 58n)] + encoded
    value /= 58n
  }
  return '1'.repeat(zeros) + encoded
}

function toAscii85(text: string): string {
  const raw = Buffer.from(text)
  let encoded = ''
  for (let start = 0; start < raw.length; start += 4) {
    const length = Math.min(4, raw.length - start)
    const padded = Buffer.alloc(4)
    raw.copy(padded, 0, start, start + length)
    let value = padded.readUInt32BE(0)
    if (value === 0 && length === 4) {
      encoded += 'z'
      continue
    }
    let group = ''
    for (let i = 0; i < 5; i++) {
      group = String.fromCharCode(33 + (value % 85)) + group
      value = Math.floor(value / 85)
    }
    encoded += group.slice(0, length + 1)
  }
  return `<~${encoded}~>`
}
