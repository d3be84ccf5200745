import { mentions } from './lexicon.ts'
import { partsIn } from './parts.ts'

/** The results of the little sums and word tasks that a text sets, in the order found. The text itself is never evaluated. */
export function compute(text: string): readonly string[] {
  const before = known.get(text)
  if (before) return before
  const values = solve(text)
  if (known.size >= 64) known.clear()
  known.set(text, values)
  return values
}

// The same text is looked at for several reasons while one message is answered.
const known = new Map<string, readonly string[]>()

function solve(text: string): readonly string[] {
  const found: string[] = []
  const add = (value: string | undefined) => {
    if (value && value.length <= 400 && !found.includes(value)) found.push(value)
  }
  add(joined(text))
  for (const value of additions(text)) add(value)
  for (const value of reversals(text)) add(value)
  for (const value of arithmetic(text)) add(value)
  for (const value of lettersOf(text)) add(value)
  return found.slice(0, 6)
}

/** Pieces named as first and second half, as numbered parts, or listed beside a word for joining. */
function joined(text: string): string | undefined {
  if (!mentions(text, 'join')) return undefined
  const parts = partsIn(text)
  if (parts.length < 2) return undefined
  const between = /\b(?:with|by) (?:a |an )?(?:single )?(hyphen|dash|underscore|dot|period|space|slash|colon|plus)\b/i
    .exec(text)?.[1]
    ?.toLowerCase()
  const sign: Record<string, string> = {
    hyphen: '-',
    dash: '-',
    underscore: '_',
    dot: '.',
    period: '.',
    space: ' ',
    slash: '/',
    colon: ':',
    plus: '+',
  }
  const word = parts.join(between ? (sign[between] ?? '') : '')
  if (/\b(?:upper ?case|capitals|capital letters)\b/i.test(text)) return word.toUpperCase()
  if (/\blower ?case\b/i.test(text)) return word.toLowerCase()
  return word
}

/** `a = "AB"; b = "CD"; print(a + b)`, and `"AB" + "CD"`. */
function additions(text: string): readonly string[] {
  const values = new Map<string, string>()
  for (const m of text.matchAll(
    /(?:^|[\s;(,{$])(?:const |let |var |set |string )?\$?([A-Za-z_]\w{0,20})\s{0,3}(?::=|=|:|<-)\s{0,3}["'`“]([^"'`”\n]{1,60})["'`”]/gm,
  ))
    values.set(m[1]!, m[2]!)
  const sums: string[] = []
  for (const m of text.matchAll(
    /(?:["'`][^"'`\n]{1,60}["'`]|\$?[A-Za-z_]\w{0,20})(?:\s{0,2}(?:\+|\|\||\.\.|&|~)\s{0,2}(?:["'`][^"'`\n]{1,60}["'`]|\$?[A-Za-z_]\w{0,20})){1,8}/g,
  )) {
    const terms = m[0]
      .split(/\s*(?:\+|\|\||\.\.|&|~)\s*/)
      .map((term) => (/^["'`]/.test(term) ? term.slice(1, -1) : values.get(term.replace('$', ''))))
    if (terms.every((term) => term !== undefined)) sums.push(terms.join(''))
  }
  const list = /\[\s*((?:["'][^"'\n]{1,40}["']\s*,?\s*){2,12})\]/.exec(text)?.[1]
  if (list && /join|concat|implode/i.test(text))
    sums.push((list.match(/["'][^"'\n]{1,40}["']/g) ?? []).map((item) => item.slice(1, -1)).join(''))
  return sums
}

const stop =
  /^(?:the|and|or|it|this|that|of|in|order|text|word|words|letters?|string|following|your|my|a|an|is|as|to|with|from|only|answer|response|back|backwards?|written|spelled|spelling|reversed?|code|name|everything|them|these|characters?|input)$/i

/** Words to be given backwards. */
function reversals(text: string): readonly string[] {
  const words: string[] = []
  const value = '["\'`“«]?([\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{2,60})["\'`”»]?'
  for (const pattern of [
    /\b(?:reverse|reversed|reversal of|backwards?|mirror|flip|umgekehrt|rückwärts|al revés|à l.envers)\b[^\n"'`“]{0,50}?["'`“«]([^"'`”»\n]{2,60})["'`”»]/iu,
    new RegExp(
      `\\b(?:reverse|mirror|flip|reversal of|reversed form of)\\b(?: the)?(?: letters)?(?: of)?(?: the)?(?: word| string| text| code)?:? ${value}`,
      'iu',
    ),
    new RegExp(
      `${value},? (?:spelled |written |read |typed |in |from )?(?:backwards?|in reverse|reversed|right to left|back to front)`,
      'iu',
    ),
  ]) {
    const word = pattern.exec(text)?.[1]
    if (word && !stop.test(word)) words.push([...word].reverse().join(''))
  }
  return words
}

/** Products, sums and differences of whole numbers, and template expressions of them. */
function arithmetic(text: string): readonly string[] {
  const results: string[] = []
  const push = (a: string, op: string, b: string) => {
    if (a.length + b.length > 24) return
    const [x, y] = [BigInt(a.replaceAll(',', '')), BigInt(b.replaceAll(',', ''))]
    results.push(String(op === '*' ? x * y : op === '+' ? x + y : x - y))
  }
  for (const m of text.matchAll(
    /(?<![\w.])(\d{1,12})\s{0,3}(\*|×|x|·|\+|−|-|times|multiplied by|mal|por|fois|per|plus|minus|умножить на|乘以|かける)\s{0,3}(\d{1,12})(?![\w.])/gi,
  )) {
    const op = /^(?:\+|plus)$/i.test(m[2]!) ? '+' : /^(?:-|−|minus)$/i.test(m[2]!) ? '-' : '*'
    if (op !== '-' || /minus|−|subtract|compute|calculate|what is|result/i.test(text)) push(m[1]!, op, m[3]!)
  }
  const pair =
    /\b(product|multiply|multiplying|multiplication|sum|add|adding|difference)\b[^\d\n]{0,30}(\d{1,12})\b[^\d\n]{1,12}(\d{1,12})\b/i.exec(
      text,
    )
  if (pair) push(pair[2]!, /^(?:sum|add)/i.test(pair[1]!) ? '+' : /^diff/i.test(pair[1]!) ? '-' : '*', pair[3]!)
  return results
}

/** First letters of words or lines, letters given one by one, and every other letter. */
function lettersOf(text: string): readonly string[] {
  const words: string[] = []
  const initials = /\b(?:first letters?|initials?|initial letters?|acrostic)\b[^:\n"“]{0,80}(?::\s{0,4}["“]?|["“])([^"”\n]{8,300})/i.exec(
    text,
  )?.[1]
  if (initials) words.push((initials.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word][0]!).join(''))
  const single = /(?:\b[\p{L}\p{N}]\b[\s,;.\-–|]{1,3}){5,}(?:and )?\b[\p{L}\p{N}]\b/u.exec(text)?.[0]
  if (single && /letters?|characters?|one by one|word|join|together/i.test(text))
    words.push((single.match(/\b[\p{L}\p{N}]\b/gu) ?? []).join(''))
  const other = /\bevery (?:second|other|2nd) (?:letter|character) of[^"“\n]{0,30}["“']?([\p{L}\p{N}]{4,80})/iu.exec(text)?.[1]
  if (other) words.push([...other].filter((_, i) => i % 2 === (/second|2nd/i.test(text) ? 1 : 0)).join(''))
  const upper =
    /\b(?:in (?:all )?(?:upper ?case|capitals|capital letters))\b[^"“\n]{0,30}["“']([^"”'\n]{2,60})|["“']([^"”'\n]{2,60})["”'] (?:in|into) (?:all )?(?:upper ?case|capitals|capital letters)/i.exec(
      text,
    )
  if (upper) words.push((upper[1] ?? upper[2])!.toUpperCase())
  return words
}
