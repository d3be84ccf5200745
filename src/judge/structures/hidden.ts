import { decodings } from '../text/decode.ts'

/** Terminal control sequences, each with the text it carries. */
export function ansiSequences(text: string): string[] {
  return text.match(/(?:\u001b[[\]PX^_(]|\u009b|\u009d)[^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\)?/g) ?? []
}

/** Characters that a reader does not see but a program reads; what they spell where that can be decoded. */
export function hiddenText(text: string): string[] {
  const visible = text
    // Ordinary uses: emoji joined or coloured by ZWJ and VS16, joiners inside Persian and Indic words.
    .replace(/(?<=[\p{Emoji}\p{M}])[\u200d\ufe0e\ufe0f]/gu, '')
    .replace(/(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}])[\u200c\u200d](?=[\p{L}])/gu, '')
    .replace(/^\ufeff/, '')
  const hidden =
    visible.match(/(?:[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}])+/gu) ?? []
  if (hidden.length === 0) return []
  const spelt = decodings(text).filter(({ by }) => by === 'tag characters' || by === 'variation selectors')
  return [...hidden, ...spelt.map((decoded) => decoded.text)]
}
