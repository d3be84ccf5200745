/** Keeps line feeds and tabs where the sink shows more than one line. */
export type EscapeOptions = Readonly<{ keepNewlines?: boolean; keepTabs?: boolean }>

/**
 * Makes hostile text inert for terminals and logs. Everything that is not plainly visible is shown as `\u{..}` rather
 * than dropped: what a target tried is evidence. Stripping is not enough: node's own stripVTControlCharacters leaves
 * DCS, APC, backspace, carriage return and bidi controls in place.
 */
export function escapeText(text: string, options: EscapeOptions = {}): string {
  return text.replace(hidden, (character) => {
    if (character === '\n' && options.keepNewlines) return character
    if (character === '\t' && options.keepTabs) return character
    return `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

/**
 * The same JSON document with everything a terminal might obey written as `\\uXXXX`: JSON itself escapes C0 only, and
 * people do print JSON on terminals. It parses to exactly the same value.
 */
export const inertJson = (json: string): string =>
  json.replace(hidden, (character) =>
    character === '\n' || character === '\t' || character === '\r'
      ? character
      : Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  )

/** True when `escapeText` would change nothing. */
export const isPlainText = (text: string): boolean => text.search(hidden) < 0

// In order: C0, DEL and C1 controls; unassigned, private and lone surrogate code points; format characters (bidi,
// zero-width, tags, soft hyphen, byte-order mark); line and paragraph separators; fillers and variation selectors that
// draw nothing; the combining grapheme joiner. Ordinary spaces, letters, marks and emoji stay.
const hidden =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u034f\u180b-\u180f\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
