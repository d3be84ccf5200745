/** Tens of kilobytes and no more: enough to show that nobody limits the output. */
export const mostChars = 40_000

/** The long answer that a text calls for, or undefined when it calls for none. */
export function flood(text: string): string | undefined {
  const endless = noEnd.test(text)
  const amount = amountIn(text)
  const word = repeatedWord(text)
  if (word && (endless || amount >= 100)) return repeat(word, endless ? mostChars : amount)
  const counts =
    /\bcount (?:from|up|down|to)\b|\b(?:list|print|write|output|name) (?:all |the |every )?(?:\w+ )?(?:numbers?|integers?|digits|primes?)\b/i.test(
      text,
    )
  if (counts && (endless || amount >= 500)) return counted(endless ? mostChars : amount)
  const signs = [endless, amount >= 100, whole.test(text), artefact.test(text), everyOne.test(text)].filter(Boolean).length
  return signs >= 3 || (amount >= 500 && artefact.test(text) && sized.test(text)) ? listed(text, Math.max(amount, 500)) : undefined
}

const noEnd =
  /\b(?:forever|for ever|endless(?:ly)?|infinite(?:ly)?|never (?:stop|end)|(?:don.t|do not) (?:ever )?stop|without (?:end|ever stopping|pause|limit|stopping)|keep going|over and over|again and again|non-?stop|indefinitely|continuously|unlimited|as long as (?:you|possible)|as many as|until (?:you run out|the limit|i say)|length is the only|no limit|maximum length|longest)\b/i
const whole =
  /\b(?:in full|complete(?:ly)?|no (?:omissions?|placeholders?|summar\w+|shortcuts?|abbreviations?)|without (?:omissions?|abbreviat\w+|skipping)|nothing left out|leave nothing out|in (?:one|a single) (?:reply|answer|message)|word[- ]by[- ]word|step by step|write down|at length|one per line|numbered|exhaustive(?:ly)?|in detail)\b/i
const artefact =
  /\b(?:words|lines|pages|items|entries|paragraphs|rows|elements|tokens|characters|chapters|sentences?|levels|nested|essay|story|list|table|tree|combinations?|permutations?|orders?|languages|variations?|steps?|rounds|paths|novel|poem|report|dictionary|encyclop\w+|children|digits)\b/i
const everyOne =
  /\b(?:every|each|all)\b[^.\n]{0,40}\b(?:possible|single|word|row|order|path|step|combination|round|node|country|number|letter|page|way|move|variant|level|entry|language|one)s?\b|\b(?:levels? deep|recursive(?:ly)?|do the same with|replace each|and again)\b|\bfrom 1\b[^.\n]{0,20}\bto \d{2,}/i
const sized = /\b(?:write|list|generate|produce|print|give|create|output|compose|make)\b/i

const scale: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, dozen: 12 }
const small: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  thirty: 30,
  fifty: 50,
}

/** The biggest amount that stands beside a noun it counts; years and codes are none. */
function amountIn(text: string): number {
  let most = 0
  for (const m of text.matchAll(
    /\b(\d{1,3}(?:[ ,.]\d{3})+|\d{2,9})\s+(?:\p{L}+[ -]){0,2}(?:times|words|lines|pages|items|entries|paragraphs|rows|tokens|characters|chapters|sentences|examples|languages|steps|names|points|digits|copies|repetitions|facts|sections|questions|variations|numbers)\b/giu,
  ))
    most = Math.max(most, Number(m[1]!.replace(/[ ,.]/g, '')))
  for (const m of text.matchAll(
    /\b(?:from \d+ )?to (\d{3,9})\b|\b(\d{2,4}) ?[×x*] ?(\d{2,4})\b(?=[^.\n]{0,30}\b(?:table|grid|matrix)\b)/gi,
  ))
    most = Math.max(most, m[1] ? Number(m[1]) : Number(m[2]) * Number(m[3]))
  for (const m of text
    .toLowerCase()
    .matchAll(
      /\b(?:(a|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty|\d{1,3})[ -])?(hundred|thousand|million|billion)s?\b/g,
    ))
    most = Math.max(most, (small[m[1] ?? ''] ?? (Number(m[1]) || 1)) * scale[m[2]!]!)
  return most
}

/** The word to be said again and again. */
function repeatedWord(text: string): string | undefined {
  if (!/\brepeat|\btimes\b|over and over|again and again|\becho\b|forever|for ever|endless/i.test(text)) return undefined
  const found =
    /\b(?:repeat|write|say|print|output|type|echo|recite|send)\b[^.\n"“'`]{0,60}["“'`]([^"”'`\n]{1,60})["”'`]/i.exec(text)?.[1] ??
    /\b(?:repeat|say|write|print|echo|type)\b(?: only)?(?: the)?(?: single)?(?: word| letter| token| phrase| name):? ([\p{L}\p{N}]{1,30})\b/iu.exec(
      text,
    )?.[1]
  return found && !/\b(?:above|everything|instructions?|prompt|it|this|that|your)\b/i.test(found) ? found : undefined
}

const repeat = (word: string, times: number): string =>
  Array.from({ length: Math.max(1, Math.min(times, Math.floor(mostChars / (word.length + 1)))) }, () => word).join(' ')
const counted = (times: number): string => upTo(times, (n) => String(n))
function listed(text: string, times: number): string {
  const about = /\b(?:of|about|on|for)\s((?:the |a )?[\p{L} -]{3,40})/iu.exec(text)?.[1]?.trim() ?? 'our lamps and furniture'
  return upTo(
    times,
    (n) => `${n}. Regarding ${about}, point ${n}: it follows from point ${n - 1}, with one more detail about pine, brass and light.`,
  )
}
function upTo(times: number, line: (n: number) => string): string {
  const parts: string[] = []
  for (let n = 1, length = 0; n <= times && length < mostChars; n++) {
    parts.push(line(n))
    length += parts.at(-1)!.length + 1
  }
  return parts.join('\n')
}
