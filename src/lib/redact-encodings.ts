/** The ways a secret may be written when it comes back, itself included. */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const spellings = [secret, secret.toLowerCase(), secret.toUpperCase(), [...secret].reverse().join(''), rot13(secret)]
  const all = [
    ...spellings,
    ...urlForms(secret),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...hexForms(bytes),
    ...base64Forms(bytes),
    ...base64Forms(Buffer.from(bytes.toString('base64'))),
    ...base64Forms(Buffer.from([...secret].reverse().join(''))),
    base32(bytes),
    ...separated(secret),
  ]
  // Very short forms would match ordinary text.
  return [...new Set(all)].filter((form) => form.length >= 6)
}

function urlForms(secret: string): readonly string[] {
  const encoded = encodeUri(secret)
  const form = new URLSearchParams({ '': secret }).toString().slice(1)
  const full = [...Buffer.from(secret)].map((byte) => `%${hex(byte)}`).join('')
  const strict = encoded.replace(/[!'()*~]/g, (c) => `%${hex(c.charCodeAt(0)).toUpperCase()}`)
  return [encoded, lowerPercent(encoded), strict, lowerPercent(strict), form, encodeUri(encoded), full, full.toUpperCase()]
}
const lowerPercent = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
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
    units.map((unit) => `\\u${unit.toUpperCase()}`).join(''),
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
    codes.map((code) => `&#x${code.toString(16).toUpperCase()};`).join(''),
  ]
}

function hexForms(bytes: Buffer): readonly string[] {
  const pairs = [...bytes].map(hex)
  const decimal = [...bytes].map(String)
  return [
    ...['', ' ', ':', '-', ',', ', '].flatMap((between) => [pairs.join(between), pairs.join(between).toUpperCase()]),
    pairs.map((pair) => `\\x${pair}`).join(''),
    pairs.map((pair) => `0x${pair}`).join(' '),
    pairs.map((pair) => `0x${pair}`).join(', '),
    pairs.map((pair) => `=${pair.toUpperCase()}`).join(''),
    ...[' ', ',', ', ', '-'].map((between) => decimal.join(between)),
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(' '),
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
    [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
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

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('')
}

const separated = (secret: string) =>
  [' ', '-', '.', '_', ',', ', ', '\n', '|', '\u200b', '\u0000'].map((between) => [...secret].join(between))

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
