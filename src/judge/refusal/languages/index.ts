import { type ActMatchers, compileActs, type SpeechActs } from '../speech-acts.ts'
import { chinese, indonesian, japanese, korean, malay, swahili, tagalog, thai, vietnamese } from './asian.ts'
import { english } from './english.ts'
import { danish, dutch, german, norwegian, swedish } from './germanic.ts'
import { french, italian, portuguese, romanian, spanish } from './romance.ts'
import { czech, finnish, greek, hungarian, polish, russian, turkish, ukrainian } from './slavic-and-others.ts'
import { arabic, bengali, hebrew, hindi, persian, tamil, telugu, urdu } from './southern.ts'

/** Every language whose refusals are known, by its ISO 639-1 code (`tl` for Tagalog). */
export const languages: Readonly<Record<string, SpeechActs>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  pt: portuguese,
  it: italian,
  nl: dutch,
  ro: romanian,
  sv: swedish,
  da: danish,
  no: norwegian,
  ru: russian,
  uk: ukrainian,
  pl: polish,
  cs: czech,
  hu: hungarian,
  fi: finnish,
  el: greek,
  tr: turkish,
  zh: chinese,
  ja: japanese,
  ko: korean,
  vi: vietnamese,
  th: thai,
  id: indonesian,
  ms: malay,
  tl: tagalog,
  sw: swahili,
  ar: arabic,
  fa: persian,
  ur: urdu,
  he: hebrew,
  hi: hindi,
  bn: bengali,
  ta: tamil,
  te: telugu,
}

const compiled = new Map<string, ActMatchers>()

/** The matchers of a language; compiled on first use, because a scan rarely meets more than three. */
export function matchersFor(code: string): ActMatchers | undefined {
  const known = compiled.get(code)
  if (known) return known
  const language = languages[code]
  if (!language) return undefined
  const matchers = compileActs(language)
  compiled.set(code, matchers)
  return matchers
}
