import { isUtf8 } from 'node:buffer'

/** A body as text; `malformed` when it is not what it claims to be. */
export type BodyText = Readonly<{ text: string; malformed: boolean }>

/**
 * UTF-8, or the declared charset where the bytes are not UTF-8: many servers declare one out of habit. Bytes that are no
 * text at all are kept and marked: U+FFFD, and what stood there in hex.
 */
export function toBodyText(whole: Buffer, type: string, isCut: boolean): BodyText {
  const bytes = isCut ? withoutHalfCharacter(whole) : whole
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (isUtf8(bytes)) return { text: bytes.toString('utf8', hasMark ? 3 : 0), malformed: false }
  const label = charsetOf(bytes, type)
  if (label) {
    const text = new TextDecoder(label).decode(bytes)
    return { text, malformed: text.includes('\ufffd') }
  }
  return { text: markInvalid(bytes) ?? new TextDecoder().decode(bytes), malformed: true }
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

/** Our cap falls between any two bytes: half a character at the end is our doing and no mark against the target. */
function withoutHalfCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0x80 && byte < 0xc0) continue
    return byte >= 0xc0 && back < lengthFrom(byte) ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}
const lengthFrom = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)

// More than a line of them is a picture or an archive, not a text with a fault.
const mostMarked = 64

/** Undefined when there is more to mark than anybody would read. */
function markInvalid(bytes: Buffer): string | undefined {
  let text = ''
  let done = 0
  let marked = 0
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    let end = at + 1
    while (end < bytes.length && validLength(bytes, end) === 0) end++
    marked += end - at
    if (marked > mostMarked) return undefined
    text += `${bytes.toString('utf8', done, at)}\ufffd[${bytes.subarray(at, end).toString('hex').match(/../g)!.join(' ')}]`
    done = at = end
  }
  return text + bytes.toString('utf8', done)
}

/** How many bytes the character at a place has; 0 when there is none. */
function validLength(bytes: Buffer, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lengthFrom(lead)
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}
