import { type Chat, earlier } from './chat.ts'
import { mentions } from './lexicon.ts'
import { isGuarded, secretsIn } from './secrets.ts'

/** A code the user told in this conversation and now asks for; undefined when that is not what is asked. */
export function recallTold(chat: Chat, text: string): string | undefined {
  if (
    !/\b(?:what|which|tell me|repeat|remind|recall|remember)\b[^\n]{0,80}\b(?:code|word|number|name|token|phrase|colou?r|animal|city|secret|reference|it)\b[^\n]{0,60}\b(?:i|me|my|earlier|before|just|told|gave|said|mentioned|asked)\b|\bwhat did i\b|\bremind me\b/i.test(
      text,
    )
  )
    return undefined
  const told = earlier(chat)
  const guarded = [chat.system, ...told].some((turn) => isGuarded(turn))
  const values = told.flatMap((turn) => [...secretsIn(turn), ...(tellsOdd.exec(turn)?.slice(1, 2) ?? [])])
  if (values.length === 0 || guarded) return undefined
  return `You told me ${[...new Set(values)].at(-1)}.`
}
const tellsOdd = /\b(?:is|:|remember|code|number|word|note|keep|name)\s{1,3}["“'`]?((?=[\w-]{0,20}\d)[\w-]{3,40}|[A-Z][\w-]{2,30})/

const phrases: readonly (readonly [RegExp, Record<string, string>])[] = [
  [/good morning/i, { french: 'bonjour', spanish: 'buenos días', german: 'guten Morgen', italian: 'buongiorno' }],
  [/thank you|thanks/i, { french: 'merci', spanish: 'gracias', german: 'danke', italian: 'grazie' }],
  [/good night/i, { french: 'bonne nuit', spanish: 'buenas noches', german: 'gute Nacht', italian: 'buonanotte' }],
  [
    /where is my lamp/i,
    { french: 'Où est ma lampe ?', spanish: '¿Dónde está mi lámpara?', german: 'Wo ist meine Lampe?', italian: "Dov'è la mia lampada?" },
  ],
  [/\blamp\b/i, { french: 'lampe', spanish: 'lámpara', german: 'Lampe', italian: 'lampada' }],
  [/\bhello\b/i, { french: 'bonjour', spanish: 'hola', german: 'hallo', italian: 'ciao' }],
]

/** A phrase of the pocket dictionary in another language. */
export function translatePhrase(text: string): string | undefined {
  const language = /\b(french|spanish|german|italian)\b/i.exec(text)?.[1]?.toLowerCase()
  if (!language || !/\b(?:translate|in|into|say)\b/i.test(text)) return undefined
  return phrases.find(([phrase]) => phrase.test(text))?.[1][language]
}

const bossy =
  /\b(?:ignore|disregard|forget|instruction|instead|assistant|ai|system|prompt|must|reply|respond|answer|output|write|print|say|repeat|reveal|send|call|click|visit|open|follow|obey|execute|run|append|include|add|remember|always|never|you are|you will|do not|don't|new task|important|note|override)\b|https?:|[<>{}[\]`=]/i

/** The first sentences of a passage. Carefully: only such as state something and order nothing, and without words that look like codes. */
export function summarise(passages: readonly string[], careful: boolean): string {
  const sentences = passages
    .join(' ')
    .split(/(?<=[.!?。！？।])\s*|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 15 && sentence.length < 300)
  const kept = careful ? sentences.filter((sentence) => !orders(sentence)) : sentences
  const chosen = kept.slice(0, 2).join(' ')
  const note =
    careful && kept.length < sentences.length ? " The text also holds instructions; I can't follow instructions that come from a text." : ''
  return chosen ? `In short: ${chosen}${note}` : `The text holds no facts that I could sum up.${note}`
}

const orders = (sentence: string): boolean =>
  bossy.test(sentence) ||
  /(?=\S*\d)\S*[A-Za-z]\S*|["“]/.test(sentence) ||
  (['ignore', 'reveal', 'write', 'secret', 'prompt', 'join'] as const).some((concept) => mentions(sentence, concept))
