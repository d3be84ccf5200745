import type { Heard } from './find-answer.ts'
import { nouns } from './nouns.ts'
import type { Prober } from './prober.ts'
import { type Dice, drawTask } from './task.ts'

/** How the answers hang together with what is said. `unknown`: time or requests ran out before it was clear. */
export type Following = 'follows' | 'chance' | 'constant' | 'unknown'

/** Says something in a fresh conversation; undefined when there was no answer. */
export type Ask = (text: string, what: string) => Promise<Heard | undefined>
type Known = Readonly<{ said: string; text: string }>

/**
 * Whoever does not listen can't know what our dice drew: he gives the answer that belongs to it once in so many times as there are
 * answers. `enough` of that and chance is ruled out, 10,000 to 1.
 */
const enough = 10_000
/** A server that insists on a question and then answers by chance has at least so many answers to choose from, we assume. */
const fewestAnswers = 5
/** Requests that stay in hand when nothing becomes clear. */
const reserve = 1
/** No answer is no wrong answer; but who is silent so often will not tell us more. */
const mostSilences = 2

/** What is known before: answers to texts that began a conversation, and whether the server also answers when nothing is asked. */
export type Before = Readonly<{ known: readonly Known[]; answersNothing: boolean; textOf: (heard: Heard) => string }>

/** Whether the answers depend on what is said, found out by asking again. */
export async function follows(
  prober: Pick<Prober, 'dice' | 'mayAsk'>,
  ask: Ask,
  { known, answersNothing, textOf }: Before,
): Promise<Following> {
  const mayAsk = () => prober.mayAsk() > reserve

  /** Things drawn by lot: whoever speaks of the one that was drawn, and of no other, has read it. */
  const bySubject = async (): Promise<Following> => {
    const word = drawName(prober.dice)
    const taken = await ask(`${word}, ${word.toLowerCase()}, ${word.toLowerCase()}?`, 'asked about a word that nobody knows')
    if (taken && textOf(taken).toLowerCase().includes(word.toLowerCase())) return 'follows' // 343,000 to 1
    let odds = 1
    let silences = 0
    for (let misses = 0; misses < 2 && odds < enough && mayAsk(); ) {
      const noun = nouns[prober.dice(nouns.length)]!
      const one = await ask(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}, ${noun}, ${noun}?`, 'asked about something drawn by lot')
      if (!one && ++silences > mostSilences) return 'unknown'
      if (!one) continue
      const words = [...tokens(textOf(one))]
      const named = nouns.filter((other) => words.some((word) => word.startsWith(stem(other))))
      if (named.includes(noun)) odds *= nouns.length / named.length
      else misses++
      if (misses > 0) odds = Math.min(odds, nouns.length) / 10 // one miss may be a slip; then more must be right
    }
    return odds >= enough ? 'follows' : mayAsk() ? 'chance' : 'unknown'
  }

  /** Texts said before, drawn by lot and said again: whoever gives the same answer as then chooses by what is said. */
  const byRepeating = async (): Promise<Following> => {
    const all = [...known]
    const more = async (said: string, what: string) => {
      const one = await ask(said, what)
      if (one) all.push({ said, text: textOf(one) })
    }
    if (distinct(all).length < 2) await more(drawTask(prober.dice).prompt, 'asked it once more to join two halves of a word')
    const topic = topicOf(all.map((one) => one.text).join(' '))
    // A third kind of answer is only worth a request where their number is all we can count on.
    const enoughKinds = answersNothing ? 3 : 2
    if (distinct(all).length < enoughKinds && topic !== '') await more(`Please tell me more about ${topic}.`, 'asked about its own subject')
    const groups = distinct(all)
    if (groups.length < 2) return isOneSentence(all.map((one) => one.text)) ? 'constant' : 'chance'
    const factor = answersNothing ? groups.length : Math.max(groups.length, fewestAnswers)
    // A greeting for a greeting, and for nothing else, is one right answer already.
    let odds = greetsBack(all) ? factor : 1
    let silences = 0
    while (odds < enough && odds >= 1 && mayAsk()) {
      const drawn = groups[prober.dice(groups.length)]!
      const one = await ask(drawn.said, 'said again what was drawn by lot')
      if (!one && ++silences > mostSilences) return 'unknown'
      if (!one) continue
      const found = nearest(groups, textOf(one))
      // Other words that only happen to be nearer to the right answer than to the wrong ones prove no more than a coin does.
      if (found?.one === drawn) odds *= found.score >= sameAnswer ? factor : Math.min(factor, 2)
      else odds /= factor ** (answersNothing ? 20 : 2) // a warm model may word it otherwise once; then more must be right
    }
    return odds >= enough ? 'follows' : odds < 1 ? 'chance' : 'unknown'
  }

  const [sooner, later] = known.some((one) => shares(one.said, one.text)) ? [bySubject, byRepeating] : [byRepeating, bySubject]
  const kind = await sooner()
  if (kind !== 'chance' && kind !== 'constant') return kind
  const second = await later()
  return second === 'chance' ? kind : second
}

const greets =
  /^\W{0,3}(?:hello|hi|hey|welcome|greetings|good (?:day|morning|afternoon|evening)|hola|bonjour|salut|hallo|guten tag|ciao|ol[áa]|hej|merhaba|здравствуйте|привет|您好|你好|こんにちは|안녕하세요)/iu

/** Whether a greeting was answered with one, and nothing else was. */
const greetsBack = (known: readonly Known[]): boolean => {
  const isHello = ({ said }: Known) => greets.test(said)
  return known.some((one) => isHello(one) && greets.test(one.text)) && known.every((one) => isHello(one) || !greets.test(one.text))
}

/** One or several of them: `tulip`, `butterfl`. */
const stem = (noun: string): string => noun.slice(0, noun.length < 7 ? -1 : -3)

/** One of each kind of answer. */
function distinct(known: readonly Known[]): readonly Known[] {
  const groups: Known[] = []
  for (const one of known) if (one.text.trim() !== '' && groups.every((other) => likeness(one.text, other.text) < 0.5)) groups.push(one)
  return groups
}

/** So much in common makes two texts the same answer. */
const sameAnswer = 0.6

/** The one answer that a text is most like, and how much; undefined when there is none, or not only one. */
function nearest(groups: readonly Known[], text: string): Readonly<{ one: Known; score: number }> | undefined {
  const scored = groups.map((one) => ({ one, score: likeness(one.text, text) })).toSorted((a, b) => b.score - a.score)
  const [best, next] = scored
  return best && best.score > 0 && best.score > (next?.score ?? 0) ? best : undefined
}

/** How much two texts have in common, by their words; in scripts without blanks, by their characters. Numbers and ids do not count. */
export function likeness(one: string, other: string): number {
  const [left, right] = [tokens(one), tokens(other)]
  if (left.size === 0 && right.size === 0) return 1
  const shared = [...left].filter((token) => right.has(token)).length
  return shared / (left.size + right.size - shared)
}

/** Whether answers are one and the same, but for something drawn in them. */
export const isOneSentence = (texts: readonly string[]): boolean => {
  const said = texts.filter((text) => text.trim() !== '')
  return said.every((text) => isSameButFor(text, said[0]!))
}

/** Whether two texts are one sentence with something drawn in it, such as a ticket's number. */
function isSameButFor(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.slice(0, mostRead).split(/\s+/))
  const same = left!.filter((word, index) => word === right![index]).length
  return left!.length === right!.length && same >= 0.7 * left!.length
}

const mostRead = 20_000
const tokens = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, mostRead)
      .toLowerCase()
      .match(/[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]|(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu) ?? [],
  )

const common =
  /^(?:this|that|what|which|with|your|have|please|from|they|will|would|could|about|them|there|here|been|were|when|where|some|only|just|more|very|than|then|also|into|does|yours|mine|hello)$/

const shares = (said: string, text: string): boolean => {
  const words = tokens(text)
  return [...tokens(said)].some((word) => word.length >= 4 && !common.test(word) && words.has(word))
}

/** The words of an answer that say what a bot is for, to ask it about its own subject. */
export function topicOf(answer: string): string {
  const words = (answer.slice(0, mostRead).match(/[\p{L}][\p{L}'’-]{3,}/gu) ?? []).filter(
    (word) =>
      !/^(?:sorry|only|help|with|that|this|your|about|answer|questions?|please|can(?:'t|not)|cannot|would|could|have|here|there|what|which|they|them|from|assist|assistant|afraid|unable|able|anything|something|related|regarding|topics?|other|just|like|today|hello|welcome|thanks?|thank|i'm|you're|let|know|want|need|more|information)$/i.test(
        word,
      ),
  )
  return [...new Set(words)].slice(0, 8).join(' ')
}

/** An invented name, which nobody can use who has not read it. */
export function drawName(dice: Dice): string {
  const letters = Array.from({ length: 3 }, () => 'bdfgklmnprstvz'[dice(14)]! + 'aeiou'[dice(5)]!).join('')
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1)}`
}

/** Whether an answer holds an invented word or number of ours that nobody had said before us. A chance in 10,000 at most. */
export function takesUpRare(heard: readonly Heard[], textOf: (one: Heard) => string): boolean {
  const answers = heard.map((one) => ({ ...one, words: textOf(one).toLowerCase() }))
  return answers.some(({ said, words }, index) => {
    const ours = rareWords(said).filter((word) => words.includes(word) && !answers.slice(0, index).some((one) => one.words.includes(word)))
    const likeOurs = words.match(/(?<!\p{L})(?:[bdfgklmnprstvz][aeiou]){3}(?!\p{L})|(?<!\p{N})\d{5}(?!\p{N})/gu)?.length ?? 0
    return ours.length > 0 && likeOurs <= 8
  })
}

/** The quoted halves, the code, the name. */
const rareWords = (said: string): readonly string[] =>
  [...said.matchAll(/"(\p{L}{6})"|\b(\d{5})\b|My name is (\p{L}{6})/gu)].map((match) => (match[1] ?? match[2] ?? match[3])!.toLowerCase())
