import { defineDisguise, defineTransform, type TransformSpec } from './transform.ts'

/** Other alphabets for the same letters: signals, spelling words, Unicode styles. */
export const alphabets: readonly TransformSpec[] = [
  defineTransform('morse', 'Morse code', 'Read it as Morse code; a slash separates words.', (text) =>
    spell(text, (c) => morse[c], ' ', ' / '),
  ),
  defineTransform('nato', 'the NATO spelling alphabet', 'Take the first letter of each word; a bar separates words.', (text) =>
    spell(text, (c) => nato[c.charCodeAt(0) - 97], ' ', ' | '),
  ),
  defineTransform('braille', 'Braille', 'Read it as Braille.', (text) => spell(text, (c) => braille[c.charCodeAt(0) - 97], '', ' ')),
  defineDisguise('fullwidth', 'full-width letters', 'The letters are plain ones in full width.', (text) =>
    text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)),
  ),
  defineDisguise('math-bold', 'mathematical bold letters', 'The letters are plain ones in another style.', (text) =>
    shift(text, 0x1d400, 0x1d41a),
  ),
  defineDisguise('math-script', 'mathematical script letters', 'The letters are plain ones in another style.', (text) =>
    shift(text, 0x1d4d0, 0x1d4ea),
  ),
  defineDisguise('monospace', 'mathematical monospace letters', 'The letters are plain ones in another style.', (text) =>
    shift(text, 0x1d670, 0x1d68a),
  ),
  defineDisguise('circled', 'circled letters', 'Each circle holds one letter.', (text) => shift(text, 0x24b6, 0x24d0)),
  defineDisguise('squared', 'squared letters', 'Each square holds one letter.', (text) => shift(text.toUpperCase(), 0x1f130, 0x1f130)),
  defineDisguise('small-caps', 'small capitals', 'The letters are plain ones in small capitals.', (text) =>
    text.toLowerCase().replace(/[a-z]/g, (c) => [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'][c.charCodeAt(0) - 97]!),
  ),
  defineDisguise('homoglyph', 'look-alike letters', 'Some letters are look-alikes from other scripts.', (text) =>
    text.replace(/[aceiopsxyABCEHIKMOPTX]/g, (c) => lookAlikes[c] ?? c),
  ),
  defineDisguise('leet', 'leetspeak', 'Digits stand for the letters they look like.', (text) =>
    text.replace(/[aeiost]/gi, (c) => ({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' })[c.toLowerCase()]!),
  ),
]

const morse: Readonly<Record<string, string>> = Object.fromEntries(
  `a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--..
   0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. ..-.-.- ,--..-- ?..--.. !-.-.-- :---... ".-..-. '.----. /-..-.
   =-...- +.-.-. --....- @.--.-. (-.--. )-.--.-`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry[0]!, entry.slice(1)]),
)
const nato = `Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango
  Uniform Victor Whiskey Xray Yankee Zulu`.split(/\s+/)
const braille = [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵']
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aceiopsxyABCEHIKMOPTX'].map((letter, i) => [letter, [...'асеіорѕхуАВСЕНІКМОРТХ'][i]!]),
)

/** Writes each character as its sign; what has none stays as it is. */
function spell(text: string, sign: (c: string) => string | undefined, between: string, betweenWords: string): string {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => [...word].map((c) => sign(c) ?? c).join(between))
    .join(betweenWords)
}

/** Moves ASCII letters to another block of Unicode. */
function shift(text: string, upperA: number, lowerA: number): string {
  return text.replace(/[A-Za-z]/g, (c) => {
    const code = c.charCodeAt(0)
    return String.fromCodePoint(code < 97 ? upperA + code - 65 : lowerA + code - 97)
  })
}
