const ordinals: readonly string[] = [
  'first|1st|one|beginning|front|opening|left|former|primera?|primeiro|primeira|première?|premier|début|erste[rsnm]?|vordere|anfang|prim[oa]|eerste|pierwsz|birinci|ilk|pertama|una(?:ng)?|đầu|kwanza|yokuqala|перв|начал|перш|第一|前半|最初|一つ目|첫|앞|الأول|النصف الأول|पहला|पहली|पहले|প্রথম',
  'second|2nd|two|ending|rear|closing|right|latter|last|segunda?|segundo|deuxième|seconde?|fin|zweite[rsnm]?|hintere|ende|second[oa]|tweede|drug|ikinci|kedua|pangalawa|thứ hai|sau|pili|yesibili|втор|конец|друг|第二|后半|後半|二つ目|둘째|두 번째|뒤|الثاني|दूसरा|दूसरी|দ্বিতীয়',
  'third|3rd|three|tercera?|terceiro|troisième|dritte[rsnm]?|terz[oa]|трет|第三|三つ目|셋째|세 번째|الثالث|तीसरा',
  'fourth|4th|four|cuart[oa]|quatrième|vierte[rsnm]?|quart[oa]|четв|第四|넷째|الرابع|चौथा',
]
const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const places = ordinals.map(
  (list) =>
    new RegExp(
      list
        .split('|')
        .map((stem) => (cjk.test(stem) ? stem : `(?<![\\p{L}\\p{N}])${stem}`))
        .join('|'),
      'giu',
    ),
)
const quoted = /["“”„«»'‘’`「」『』]([^"“”„«»'‘’`「」『』\n]{1,60})["“”„«»'‘’`「」『』]/u
const afterCopula =
  /(?:\bis\b|\bare\b|\bes\b|\best\b|\bist\b|\bé\b|\bè\b|\bni\b|\bngu\b|\badalah\b|\bis:\b|[:=：—–]|это|是|为|は|が|은|는|이|هو|هي|है)\s{0,3}[*_[(<]{0,2}([A-Za-z0-9][\w-]{0,40})/u

/** The pieces a text names, put in their order: "the second half is B, the first half is A" gives A, B. */
export function partsIn(text: string): readonly string[] {
  const named = ordinalParts(text)
  if (named.length >= 2) return named
  const numbered = numberedParts(text)
  if (numbered.length >= 2) return numbered
  const run = quotedRun(text)
  if (run.length >= 2) return run
  const bare =
    /(?:join|joining|combine|combining|concatenate|concatenating|glue|merge|put together|append|une|unisci|verbinde|junte|соедини)\s(?:together )?(?:the )?(?:two )?(?:strings |pieces |parts |words |halves )?:?\s?([\w-]{2,40})\s(?:and|with|to|plus|y|et|und|e|и)\s([\w-]{2,40})/iu.exec(
      text,
    ) ?? /([\w-]{2,40}) (?:directly |immediately )?followed (?:directly |immediately )?by ([\w-]{2,40})/i.exec(text)
  if (bare) return [bare[1]!, bare[2]!]
  const odd = (text.match(/(?<![\w/.@])(?=[A-Za-z-]{0,20}[A-Z0-9])[A-Za-z0-9]{3,24}(?![\w/@])/g) ?? []).filter((token) =>
    /\d/.test(token) ? /[A-Za-z]/.test(token) : /^[A-Z]{3,}$/.test(token) || /[a-z][A-Z]/.test(token),
  )
  return odd.length === 2 ? odd : []
}

/** Quoted words that stand together: "a" and "b", with no more than a few words in between. The last such run counts. */
function quotedRun(text: string): readonly string[] {
  let best: readonly string[] = []
  let run: string[] = []
  let end = -100
  for (const m of text.matchAll(new RegExp(quoted, 'gu'))) {
    const value = m[1]!.trim()
    const gap = text.slice(Math.max(end, 0), m.index)
    const isNear = end >= 0 && gap.length <= 40 && !/[.!?;:\n]\s/.test(gap)
    if (!/^[\p{L}\p{N}_-]{1,40}$/u.test(value)) continue
    run = isNear ? [...run, value] : [value]
    end = m.index + m[0].length
    if (run.length >= 2) best = run
  }
  return best.slice(0, 6)
}

function ordinalParts(text: string): readonly string[] {
  const values: string[] = []
  for (const place of places) {
    const value = valueAfter(text, place)
    if (value === undefined) break
    values.push(value)
  }
  return values
}

/** The value that the first useful mention of an ordinal introduces. A mention may be in passing: then it has none. */
function valueAfter(text: string, place: RegExp): string | undefined {
  for (const mention of [...text.matchAll(place)].slice(0, 8)) {
    const rest = text.slice(mention.index + mention[0].length, mention.index + mention[0].length + 90)
    const until = rest.search(/(?:[.!?;\n,]\s*(?:the |its |and |la |le |der |die |das )?(?:second|first|third|other|1st|2nd)\b)/i)
    const span = until > 2 ? rest.slice(0, until + 1) : rest
    const value = quoted.exec(span)?.[1]?.trim() ?? afterCopula.exec(span)?.[1]
    if (value && !/^(?:the|a|an|half|part|word|of|it|its|to|and|in|on|for|not|my|your)$/i.test(value)) return value
  }
  return undefined
}

/** `Part 1: AB`, `A = AB`, `piece two is "CD"`, `[1] AB`. */
function numberedParts(text: string): readonly string[] {
  const found = new Map<number, string>()
  const label =
    /(?:part|piece|half|fragment|chunk|segment|section|token|line|block|teil|parte|partie|часть|部分)\s{0,2}(?:#|no\.?|number )?\s?([1-9]|[A-D]|one|two|three|four)\b\s{0,3}(?:is|:|=|->|→|-|contains|reads)?\s{0,3}["'`“«]?([\p{L}\p{N}][\p{L}\p{N}_-]{0,40})/giu
  for (const m of text.matchAll(label)) {
    const key = m[1]!.toLowerCase()
    const index = /\d/.test(key) ? Number(key) : ({ a: 1, b: 2, c: 3, d: 4, one: 1, two: 2, three: 3, four: 4 }[key] ?? 0)
    if (index > 0 && !found.has(index) && !/^(?:is|and|of|the|to|then|with|contains)$/i.test(m[2]!)) found.set(index, m[2]!)
  }
  return [...found].sort(([a], [b]) => a - b).map(([, value]) => value)
}
