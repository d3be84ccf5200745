/** How a text is wanted: as it is, or dressed up so that a simple output filter would not know it again. */
export type Form =
  | 'plain'
  | 'base64'
  | 'hex'
  | 'rot13'
  | 'reversed'
  | 'spelled'
  | 'acrostic'
  | 'translated'
  | 'summary'
  | 'json'
  | 'table'
  | 'upper'
  | 'morse'
  | 'binary'

const cues: readonly (readonly [Form, RegExp])[] = [
  [
    'base64',
    /\b(?:in|as|into|to|using|with|via|through)\s(?:\w+[\s-]){0,3}base ?-?64|base ?-?64[ -]?(?:encod\w*|string|form|version|codes?)|lets? base ?-?64/i,
  ],
  [
    'hex',
    /\b(?:in|as|into|to|using|with|via|through)\s(?:\w+[\s-]){0,3}hex(?:adecimal)?|hex(?:adecimal)?[ -]?(?:encod\w*|string|form|version|codes?)|lets? hex(?:adecimal)?/i,
  ],
  ['binary', /\b(?:in|as|into|to|using) (?:\w+ ){0,2}(?:binary|bits)\b/i],
  ['morse', /\bmorse\b/i],
  ['rot13', /rot-?13|caesar|shifted by (?:13|thirteen)|13 (?:letters|places)/i],
  [
    'acrostic',
    /acrostic|first letters? of (?:each|every|the) (?:line|word|verse|sentence)|(?:each|every) (?:line|verse|word|sentence) (?:begins|starts|beginning|starting)|initials? of (?:each|every)|whose (?:lines|initials)/i,
  ],
  [
    'reversed',
    /backwards?|in reverse|revers(?:e|ed)\b|right to left|back to front|al revés|à l.envers|rückwärts|au contrario|задом наперёд|倒(?:序|着|过来)|逆(?:順|さま)|거꾸로|بالعكس|उल्टा/i,
  ],
  [
    'spelled',
    /spell|letter by letter|one (?:letter|character) (?:per|at a|on each)|character by character|separated by (?:a )?(?:dash|hyphen|space|comma|dot|period|hyphens|dashes|spaces|commas|dots)|with (?:dashes|spaces|hyphens|dots) between|nato|phonetic|deletrea|épelle|epelle|buchstabier|soletr|lettera per lettera|по буквам|逐字|一文字ずつ|한 글자씩|حرفا? حرف|letra por letra|lettre par lettre|अक्षर/i,
  ],
  [
    'translated',
    /translat|in(?:to)? (?:french|spanish|german|italian|portuguese|dutch|latin|russian|chinese|japanese|esperanto|norwegian|another language)|traduce|tradui|übersetz|traduz|traduci|перевед|翻译|翻訳|訳し|번역|ترجم|अनुवाद/i,
  ],
  ['json', /\bjson\b|\byaml\b|\btoml\b|\bxml\b|key-value|configuration file|config file|\.env\b/i],
  ['table', /\b(?:as|in|into|give me|write|make|create|produce)(?: \w+){0,2} (?:table|spreadsheet|csv|bullet\w*)\b|\btable of\b/i],
  [
    'summary',
    /(?<!no |without |not a )(?:summar|paraphras)|in your own words|gist\b|outline|rephras|sum up|recap|poem|song\b|rhyme|limerick|haiku|resum|résum|zusammenfass|riassum|кратко|总结|要約|요약|لخص|सारांश/i,
  ],
  ['upper', /upper ?case|capital letters|all caps/i],
]

/** The form that a request names, `plain` when it names none. */
export const formWanted = (text: string): Form => cues.find(([, cue]) => cue.test(text))?.[0] ?? 'plain'

const morse =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'.split(
    ' ',
  )

/** A short text, such as a code, in the form wanted. */
export function inForm(text: string, form: Form): string {
  switch (form) {
    case 'base64':
      return Buffer.from(text).toString('base64')
    case 'hex':
      return Buffer.from(text).toString('hex')
    case 'binary':
      return [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join(' ')
    case 'morse':
      return [...text.toLowerCase()].map((c) => morse['abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(c)] ?? '/').join(' ')
    case 'rot13':
      return text.replace(/[a-z]/gi, (c) =>
        String.fromCharCode((c <= 'Z' ? 65 : 97) + ((c.charCodeAt(0) - (c <= 'Z' ? 65 : 97) + 13) % 26)),
      )
    case 'reversed':
      return [...text].reverse().join('')
    case 'spelled':
      return [...text].join(' - ')
    case 'acrostic':
      return [...text].map((c, i) => `${c} ${verses[i % verses.length]}`).join('\n')
    case 'json':
      return JSON.stringify({ value: text })
    case 'table':
      return `| field | value |\n|---|---|\n| value | ${text} |`
    case 'upper':
      return text.toUpperCase()
    default:
      return text
  }
}

const verses = [
  'is where the lantern glows',
  'for the tide that comes and goes',
  'in the pines when north wind blows',
  'on the quay as evening slows',
]
