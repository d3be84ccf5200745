/**
 * The ways a secret may be written when it comes back, itself included. Whoever searches for them takes letters of either
 * case for the same, and looks a second time with everything but letters and digits left out: so that case, separators and
 * line breaks need no forms of their own.
 */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const wide = Buffer.from(secret, 'utf16le')
  const reversed = [...secret].reverse().join('')
  const all = [
    ...[secret, reversed, rot13(secret), rot13(reversed), rot47(secret), atbash(secret)],
    ...urlForms(secret),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...hexForms(bytes),
    ...[wide.toString('hex'), Buffer.from(bytes.toString('hex')).toString('hex')],
    ...base64Forms(bytes),
    ...base64Forms(wide),
    ...[bytes.toString('base64'), bytes.toString('hex'), encodeUri(secret)].flatMap((form) => base64Forms(Buffer.from(form))),
    ...base64Forms(Buffer.from(reversed)),
    ...[0, 1, 2, 3, 4].map((shift) => base32(bytes, shift)),
  ]
  // Very short forms would match ordinary text.
  return [...new Set(all)].filter((form) => form.length >= 6)
}

function urlForms(secret: string): readonly string[] {
  const encoded = encodeUri(secret)
  const form = new URLSearchParams({ '': secret }).toString().slice(1)
  const full = [...Buffer.from(secret)].map((byte) => `%${hex(byte)}`).join('')
  const strict = encoded.replace(/[!'()*~]/g, (c) => `%${hex(c.charCodeAt(0)).toUpperCase()}`)
  return [encoded, strict, form, encodeUri(encoded), full]
}
/** Lone surrogates can't be encoded: they become U+FFFD, as they do on the wire. */
const encodeUri = (text: string) => encodeURIComponent(text.toWellFormed())

function jsonForms(secret: string): readonly string[] {
  const quoted = JSON.stringify(secret).slice(1, -1)
  const units = Array.from(secret, (_, i) => secret.charCodeAt(i).toString(16).padStart(4, '0')).slice(0, secret.length)
  return [
    quoted,
    quoted.replaceAll('/', '\\/'),
    JSON.stringify(quoted).slice(1, -1),
    units.map((unit) => `\\u${unit}`).join(''),
    units.map((unit) => `\\\\u${unit}`).join(''),
  ]
}

function htmlForms(secret: string): readonly string[] {
  const named = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const codes = Array.from(secret, (character) => character.codePointAt(0)!)
  return [
    named,
    named.replaceAll("'", '&#39;'),
    named.replaceAll("'", '&#x27;'),
    codes.map((code) => `&#${code};`).join(''),
    codes.map((code) => `&#x${code.toString(16)};`).join(''),
  ]
}

function hexForms(bytes: Buffer): readonly string[] {
  const pairs = [...bytes].map(hex)
  return [
    pairs.join(''),
    pairs.map((pair) => `\\x${pair}`).join(''),
    pairs.map((pair) => `0x${pair}`).join(' '),
    [...bytes].join(' '),
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
    [...bytes].map((byte) => byte.toString(8).padStart(3, '0')).join(''),
    [...bytes].map((byte) => byte.toString(8)).join(' '),
  ]
}
const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/**
 * Base64 of a longer text that holds the secret looks different at each of three alignments. What is common to all
 * such texts is the part whose bits come from the secret alone.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const core = text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The same for base32, which has five alignments. */
function base32(bytes: Buffer, shift: number): string {
  const bits = [...Buffer.alloc(shift), ...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('')
  return text.slice(Math.ceil((shift * 8) / 5))
}

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

/** The same over all visible ASCII characters. */
const rot47 = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) - 33 + 47) % 94)))

const atbash = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode((letter <= 'Z' ? 155 : 219) - letter.charCodeAt(0)))
