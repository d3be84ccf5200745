import { defineDisguise, defineTransform, type TransformSpec } from './transform.ts'

/** Text that people do not see, or see otherwise than a machine reads it. */
export const hidden: readonly TransformSpec[] = [
  defineDisguise('zero-width', 'text with zero-width spaces', 'Ignore the invisible characters between the letters.', (text) =>
    between(text, '\u200b'),
  ),
  defineDisguise('soft-hyphen', 'text with soft hyphens', 'Ignore the soft hyphens.', (text) => between(text, '\u00ad')),
  defineDisguise('word-joiner', 'text with word joiners', 'Ignore the invisible joiners.', (text) => between(text, '\u2060')),
  defineTransform('unicode-tags', 'invisible tag characters', 'Read the tag characters (U+E0000 block) as ASCII.', (text) =>
    text.replace(/[ -~]/g, (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))),
  ),
  defineTransform(
    'variation-selectors',
    'variation selectors after an emoji',
    'Each variation selector after the emoji is one byte of text.',
    (text) =>
      Array.from(Buffer.from(text), (byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).reduce(
        (all, s) => all + s,
        '🙂',
      ),
  ),
  defineTransform('invisible-bits', 'invisible bits', 'U+2062 is 0 and U+2064 is 1; eight of them make one byte of text.', (text) =>
    Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0').replaceAll('0', '\u2062').replaceAll('1', '\u2064')).join(''),
  ),
  defineDisguise('bidi', 'right-to-left text', 'Read it from right to left.', (text) =>
    text
      .split('\n')
      .map((line) => `\u202e${[...line].reverse().join('')}\u202c`)
      .join('\n'),
  ),
  defineDisguise('diacritics', 'text under accents', 'Ignore the accents.', (text) =>
    [...text]
      .map((c, i) => (/[a-z]/i.test(c) ? c + marks[i % marks.length] : c))
      .join('')
      .normalize('NFD'),
  ),
  defineTransform('html-comment', 'an HTML comment', 'The text is in the comment.', (text) => `<!-- ${text.replaceAll('--', '- -')} -->`),
]

const marks = ['\u0301', '\u0300', '\u0302', '\u0308', '\u0303', '\u030c']

/** Puts a sign between the letters of each word. */
const between = (text: string, sign: string): string => text.replace(/(?<=\p{L})(?=\p{L})/gu, sign)
