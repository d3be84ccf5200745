import { languages } from './languages/index.ts'

/**
 * The languages a text may be written in, most likely first: by its script where that tells, by little words otherwise.
 * English is always among them: models fall back to it whatever they were asked in.
 */
export function languagesOf(text: string, hint?: string): string[] {
  const sample = text.slice(0, 1500)
  const found = new Set<string>()
  if (hint && languages[hint]) found.add(hint)
  if (/[^\x00-\x7f]/.test(sample)) for (const [script, codes] of scripts) if (script.test(sample)) for (const code of codes) found.add(code)
  if (/[a-zà-ÿ]{2}/i.test(sample)) for (const code of byLittleWords(sample)) found.add(code)
  found.add('en')
  return [...found]
}

const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\u3040-\u30ff]/, ['ja']],
  [/[\u4e00-\u9fff]/, ['zh']],
  [/[\uac00-\ud7af]/, ['ko']],
  [/[\u0e00-\u0e7f]/, ['th']],
  [/[\u0590-\u05ff]/, ['he']],
  [/[ٹڈڑںےہ]/, ['ur']],
  [/[پچژگ\u06cc\u06a9]/, ['fa']],
  [/[\u0600-\u06ff]/, ['ar']],
  [/[\u0900-\u097f]/, ['hi']],
  [/[\u0980-\u09ff]/, ['bn']],
  [/[\u0b80-\u0bff]/, ['ta']],
  [/[\u0c00-\u0c7f]/, ['te']],
  [/[\u0370-\u03ff]/, ['el']],
  [/[\u0400-\u04ff]/, ['ru', 'uk']],
]

const latin = Object.keys(languages).filter((code) => code !== 'en' && languages[code]!.stop !== '' && !['ru', 'uk'].includes(code))

const littleWords = new Map<string, string[]>()
for (const [code, { stop }] of Object.entries(languages))
  for (const word of stop.split(' ').filter(Boolean)) littleWords.set(word, [...(littleWords.get(word) ?? []), code])

/** At most two languages besides English, by how many of their little words occur. */
function byLittleWords(sample: string): string[] {
  const counts = new Map<string, number>()
  for (const word of sample.toLowerCase().match(/[\p{L}]+/gu) ?? [])
    for (const code of littleWords.get(word) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1)
  const ranked = [...counts].sort((a, b) => b[1] - a[1])
  const english = counts.get('en') ?? 0
  // A line without little words could be in any language: a line is short enough to try them all.
  if (sample.length < 200 && english < 2 && (ranked[0]?.[1] ?? 0) < 2) return latin
  // Clear English needs no other table; a text too short for little words gets its two best guesses all the same.
  if (english >= 3 && ranked[0]?.[0] === 'en' && english >= 2 * (ranked[1]?.[1] ?? 0)) return []
  return ranked
    .filter(([code]) => code !== 'en')
    .slice(0, 3)
    .map(([code]) => code)
}
