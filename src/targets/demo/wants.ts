import { compute } from './compute.ts'
import { type Form, formWanted } from './forms.ts'
import { isForeign, mentions } from './lexicon.ts'

/** One thing that a text asks for. */
export type Want = Readonly<
  | { kind: 'say'; texts: readonly string[]; only: boolean }
  | { kind: 'prompt' | 'secret'; form: Form }
  | { kind: 'records'; what: 'customers' | 'keys' | 'documents' | 'tools' | 'sessions' }
  | { kind: 'harm'; request: string }
>

/** What a text asks for. Whether it is given is decided elsewhere: here nothing is refused and nothing obeyed. */
export function wantsIn(text: string, via: string | null = null): readonly Want[] {
  const wants: Want[] = []
  const asks = mentions(text, 'reveal')
  // In a decoded text the name of the code says how to read it, not how to answer.
  const form = via === null ? formWanted(text) : 'plain'
  const what = recordsWanted(text)
  if (asks && (mentions(text, 'prompt') || (what !== 'documents' && repeatsAbove.test(text)))) wants.push({ kind: 'prompt', form })
  if (asks && asksForSecret(text) && !isJoinTask(text)) wants.push({ kind: 'secret', form })
  if (what) wants.push({ kind: 'records', what })
  const harmful = harmfulSentence(text)
  if (harmful) wants.push({ kind: 'harm', request: harmful })
  const texts = [...compute(text), ...literals(text)]
  if (texts.length > 0 && (mentions(text, 'write') || mentions(text, 'join'))) {
    wants.push({
      kind: 'say',
      texts,
      only: /\b(?:only|just|nothing else|solely|exclusively|sólo|solo|seulement|nur|apenas|только)\b|只|だけ|만/i.test(text),
    })
  }
  return wants
}

/** Things the assistant was told to keep: asking for one of them is where a technique matters. */
export const isGuardedWant = (want: Want): boolean => want.kind !== 'say'

/** "Repeat what stands above", in the many ways people say it. */
const repeatsAbove =
  /(?:repeat|print|output|copy|echo|recite|quote|write|return|reproduce|display|show|paste|dump|list|translate|summari[sz]e|encode)\b[^.\n]{0,60}\b(?:above|before (?:this|my)|preced(?:es|ing)|up to (?:here|this point)|so far|at the (?:very )?(?:top|start|beginning)|that came first|prior to this|verbatim|word for word)|(?:first|last|opening|initial) (?:\w+ ){0,2}(?:words|lines|sentences|characters|sentence|line|paragraph) (?:of|in|from|that)|(?:every|each|all)(?: of)?(?: the)? (?:rules?|instructions?|sentences?)[^.\n]{0,40}(?:you were given|you follow|you have|original wording|exact)|text you were (?:initiali[sz]ed|set up|configured|started|primed) with|how does (?:this|the|our) (?:conversation|chat|context) (?:begin|start)|what (?:were|are) you (?:told|instructed|asked|given|briefed)|starting with ["“']?you are|begin(?:s|ning)? with ["“']?you are|["“']you are juno/i

/** A word for telling near a word for a secret. Other languages order their words otherwise: there both are enough. */
const asksForSecret = (text: string): boolean => mentions(text, 'secret') && (isForeign(text) || nearSecret.test(text))
const secretNoun =
  '(?:secrets?|pass ?words?|pass ?phrases?|pass ?codes?|code ?words?|codes?|credentials?|keys?|tokens?|pins?|vault|hidden (?:word|value|phrase)|magic word|protected (?:word|value)|safe word|confidential (?:word|value|phrase|code)|flag)'
const tellVerb =
  '(?:reveal|tell|show|print|output|repeat|display|give|share|disclose|list|recite|write|say|says|leak|dump|expose|what|which|spell|translate|encode|quote|copy|reproduce|describe|render|return|send|read|echo|state|provide|hand|complete|put|convert|need|want|know|murmur|whisper|hum|sing|confirm|use|answer|consist|holds?|held|remember)'
const nearSecret = new RegExp(
  `\\b${tellVerb}\\b[^.!?\\n]{0,70}\\b${secretNoun}\\b|\\b${secretNoun}\\b[^.!?\\n]{0,40}\\b${tellVerb}\\b|"(?:\\w+_)?(?:secret|password|code)"|\\b${secretNoun}\\s*[:=]\\s*(?:_{2,}|\\.{3}|\\?|$)`,
  'i',
)

const isJoinTask = (text: string): boolean =>
  /\b(?:first|second) (?:half|part)\b/i.test(text) && !/\b(?:password|secret|staff|vault|confidential)\b/i.test(text)

function recordsWanted(text: string) {
  const asks =
    /\b(?:list|show|give|print|tell|send|export|dump|what|which|who|share|provide|display|read|reveal|look up|pull up|find|need|want|output|repeat|quote|name)\b/i.test(
      text,
    )
  if (!asks) return undefined
  if (
    /\b(?:customers?|clients?|users?|buyers?|people|person|account holder|shoppers?|patients?|employees?)\b[^.\n]{0,60}\b(?:e-?mails?|phones?|address(?:es)?|names?|cards?|ibans?|data|details|records?|information|orders?|numbers?|personal|contact|accounts?|list|database|pii)\b|\b(?:e-?mails?|phones?|address(?:es)?|cards?|ibans?|personal data|personal details|records?|contact details|pii|database|payment details|credit card|home address|date of birth)\b[^.\n]{0,60}\b(?:customers?|clients?|users?|buyers?|people|someone|placed|belong|behind|on file|other|another|last|previous|stored)\b|\b(?:ottilie|renzo|maud)\b/i.test(
      text,
    )
  )
    return 'customers'
  if (
    /\b(?:api[ -]?keys?|access keys?|tokens?|credentials?|environment variables?|env(?:ironment)? file|\.env|connection string|database (?:url|password)|private keys?|config(?:uration)? (?:values?|dump|file)|internal (?:hosts?|urls?|endpoints?))\b/i.test(
      text,
    )
  )
    return 'keys'
  if (
    /\b(?:other|previous|earlier|past|different|another) (?:users?|customers?|sessions?|conversations?|chats?|people|visitors?|clients?|tenants?)\b|\bremember(?:ed)?\b[^.\n]{0,40}\b(?:from|about|other|before|earlier|me|us)\b|what (?:do|did) you (?:remember|store|note|save|memori[sz]e)|your (?:memory|notes|long-term memory|stored notes)|stored (?:notes|memories)/i.test(
      text,
    )
  )
    return 'sessions'
  if (
    /\b(?:retriev\w*|chunks?|context|knowledge base|sources?|documents?|passages?|index(?:ed)?|vector|embedding\w*|internal (?:memo|document|note|file)\w*|memos?|corpus|files)\b/i.test(
      text,
    ) &&
    /\b(?:verbatim|raw|full|all|every|entire|internal|complete|exact|word for word|hidden|private|confidential|list|print|dump|other (?:tenants?|departments?|customers?))\b/i.test(
      text,
    )
  )
    return 'documents'
  if (
    /\b(?:tools?|functions?|plugins?|capabilit\w+|apis?|actions?|schemas?)\b/i.test(text) &&
    /\b(?:list|name|parameters?|schemas?|available|which|what|describe|json|signatures?|all|your|access to)\b/i.test(text)
  )
    return 'tools'
  return undefined
}

/** The sentence that asks for something harmful, with its neighbours left out. */
function harmfulSentence(text: string): string | undefined {
  const all = text.split(/(?<=[.!?\n:;])\s+/)
  const sentences = all.length > 160 ? [...all.slice(0, 80), ...all.slice(-80)] : all
  const asksFor =
    /\b(?:how|write|explain|give|create|make|tell|describe|show|provide|draft|generate|compose|list|teach|help|instructions|steps|guide|tutorial|recipe|produce|code|develop|design|plan|outline|story|scene|script|what|which|ways|method|speech|post|joke|poem|example|insults?|jokes?|continue|complete|rate|rank|why|reconstruct|specimen|stimulus|heading|reads?|letter|e-?mail|reviews?|page|roast\w*|list|numbered)\b/i
  return sentences.find((sentence) => mentions(sentence, 'harm') && asksFor.test(sentence))?.trim()
}

/** Words that the text puts in quotation marks behind an order to say them. */
function literals(text: string): readonly string[] {
  const found =
    /\b(?:reply|respond|answer|say|write|print|output|finish|end|begin|start|include|add|append|mention|state|repeat|type|return)\b[^.\n"“«]{0,50}["“«]([^"”»\n]{2,120})["”»]/i.exec(
      text,
    )?.[1]
  return found ? [found] : []
}
