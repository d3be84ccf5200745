import { type Sentence, sentencesOf } from '../text/sentences.ts'

/** Text in the form of instructions to a model, and how much of that form it has. */
export type ModelInstructions = Readonly<{ signs: readonly string[]; sentence: Sentence; isClear: boolean }>

/**
 * Finds a prompt in a text by what prompts are made of: a role ("You are Nia, the assistant of …"), a task, rules in the
 * imperative, and the order to keep all that quiet. One sign may be chance; rules alone are advice to people.
 */
export function modelInstructions(text: string): ModelInstructions | undefined {
  const found = new Map<string, Sentence>()
  for (const sentence of sentencesOf(text.slice(0, 32_768), 200)) {
    const spoken = sentence.text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/^[^\p{L}]+/u, '')
    for (const [name, sign] of signs) if (!found.has(name) && sign.test(spoken)) found.set(name, sentence)
  }
  // They are one and the same sign where both are there.
  if (found.has('a role')) found.delete('a name and a part')
  const main = found.get('a role') ?? found.get('a name and a part') ?? found.get('an order of silence') ?? found.get('a task')
  if (!main || (!found.has('a role') && !found.has('an order of silence') && found.size < 2)) return undefined
  return { signs: [...found.keys()], sentence: main, isClear: found.size >= 2 }
}

/** Whether a text can hold any of the signs below: most answers do not speak to anybody, and need no closer look. */
export const addressesSomebody = (text: string): boolean => anyAddress.test(text)
const anyAddress =
  /you|prompt|my instr|never|do not|don['’]t|under no|vous|tu |eres|usted|sie sind|du bist|você|lei è|ты|вы|jesteś|je bent|nunca|no (?:rev|mues)|ne (?:rév|mon)|verrate|não|non riv|你是|您是|あなた|당신|너는|أنت|आप|तुम/i

const persona =
  'assistant|assistante|asistente|assistent|assistentin|assistente|ассистент|помощник|bot|chatbot|agente?|helper|ai model|language model|companion|tutor|concierge|clerk|representative|advis[eo]r|copilot|ai'
// "You are a valued guest, and I am the assistant" speaks to a person: the role must be that of whoever is addressed.
const people = String.raw`\s?(?:an? |the |one of |un |une |ein |eine |uno |una |um |uma |our |unser )*(?:\p{L}+ ){0,2}(?:guest|customer|visitor|client|cliente?|member|gast|kunde|kundin|invité|huésped|ospite|hóspede)(?=\s?[,.;!—–]|\s(?:and|et|und|y|e)\s|$)`
const another = String.raw`(?<![\p{L}])(?:i|i am|i'm|we|we're|ich|wir|je|nous|soy|yo|sono|io|sou|eu|я|мы|jestem|ik)(?![\p{L}])`
const signs: readonly (readonly [string, RegExp])[] = [
  // "System prompt: This is Mira, the support assistant of …": told in its own words, after it was named.
  [
    'a role',
    new RegExp(
      String.raw`\b(?:system prompt|initial prompt|my instructions)["”*]*\s*(?:is|are|reads?|:)+\s*["“*]*\s*(?:this is|i am|i'm) [^.\n]{0,60}\b(?:${persona})\b[^.\n]{0,20}\b(?:of|for|at|from)\b`,
      'iu',
    ),
  ],
  // "You are Brom, the gatekeeper of the town": any part may be played, so that a second sign must stand beside it.
  [
    'a name and a part',
    /(?:^|[:"“«>*|]\s{0,3})You are (?:now )?\p{Lu}[\p{L}'’-]{1,24}, (?!(?:our|the|an?) (?:\p{L}+ ){0,2}(?:guest|customer|visitor|client|member|user|winner|player)\b)(?:the|an?|our) \p{L}{3}/u,
  ],
  [
    'a role',
    new RegExp(
      String.raw`(?:^|[:"“«>*|—–-]\s{0,3}|\b(?:prompt|says|reads|instructions?)(?: (?:is|are|that))?\s)(?:(?:you are|you're) (?=(?:an?|the|called|named|now|[\p{L}'’-]{2,24},|[\p{L}'’-]{2,24} (?:the|an?|from|at|of)) )|your name is |vous êtes|tu es|eres|usted es|sie sind|du bist|você é|tu sei|lei è|ты|вы|jesteś|je bent)(?!${people})\s?(?:(?:(?!${another})[^.\n]){0,90}\s)?(?:\p{L}{0,6}')?(?:${persona})(?![\p{L}])`,
      'iu',
    ),
  ],
  [
    'a role',
    /(?:你是|您是)[^。\n]{0,40}(?:助手|客服|机器人|助理)|あなたは[^。\n]{0,40}(?:アシスタント|助手|ボット)|(?:당신은|너는)[^.\n]{0,40}(?:도우미|비서|챗봇|어시스턴트)|أنت [^.\n]{0,40}(?:مساعد|روبوت)|(?:आप|तुम) [^।\n]{0,40}(?:सहायक|बॉट)/u,
  ],
  [
    'an order of silence',
    /^(?:never|do not|don't|you must (?:never|not)|you may not|under no circumstances|nunca|no (?:reveles|muestres)|ne (?:révèle|montre)|verrate|não revele|non rivelare)\b[^.\n]{0,60}\b(?:(?:these|this|your|any of these|any|the) (?:system |internal |initial |hidden |above )?(?:instructions?|prompt|rules|guidelines|system message|note|configuration)|the (?:secret|access|vault|admin|storage|door|override|launch|master|staff|discount)(?: (?:discount |access )?(?:code|word|key|password|pin|phrase))?|estas instrucciones|ces instructions|diese anweisungen|estas instruções|queste istruzioni)/iu,
  ],
  [
    'a task',
    /^your (?:job|task|role|purpose|goal|mission) is\b|^you (?:only )?(?:answer|help|assist|support|respond to|handle|talk to|serve) (?:questions|users|customers|visitors|people|guests|members|with)\b/iu,
  ],
  [
    'rules',
    /^(?:never|do not|don't|always|only|you must|you should|you may|keep (?:your )?(?:answers|replies|responses)|answer|respond|reply|refuse|decline|stay|if (?:the|a) (?:user|customer|visitor|guest|caller)|responde|réponds|beantworte|antworte|responda|rispondi)\b/iu,
  ],
]
