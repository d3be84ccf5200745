import { answered, type Chat, earlier } from './chat.ts'
import { indexOfMention, isForeign, mentions } from './lexicon.ts'
import { passagesIn } from './passages.ts'
import { soundsLikeRefusal } from './refuse.ts'
import type { WeaknessId } from './weaknesses.ts'

/** Which of the assistant's weaknesses a text plays on, most telling first. Empty for a plain request. */
export function techniquesIn(text: string, via: string | null, chat: Chat): readonly WeaknessId[] {
  const found = cues.filter(([, cue]) => cue.test(text)).map(([id]) => id)
  if (overrides(text)) found.push('override')
  if (via !== null) found.push('encoding')
  if (isForeign(text)) found.push('language-gap')
  const { data } = passagesIn(text)
  if (data.some((passage) => mentions(passage, 'write') || mentions(passage, 'reveal'))) found.push('document-orders')
  if (shots(text) >= 3) found.push('long-context')
  if (text.length > 3_000) found.push('long-context')
  found.push(...overTurns(chat, text))
  return [...new Set(found)]
}

/** An order to drop the rules: the verb and its object within one breath. */
function overrides(text: string): boolean {
  const at = indexOfMention(text, 'ignore')
  if (at < 0) return false
  const near = text.slice(Math.max(0, at - 60), at + 140)
  return mentions(near, 'rules') || mentions(near, 'prior')
}

function overTurns(chat: Chat, text: string): readonly WeaknessId[] {
  const found: WeaknessId[] = []
  const said = answered(chat)
  const refusals = said.filter(soundsLikeRefusal).length
  if (refusals >= 2) found.push('insistence')
  else if (
    refusals === 1 &&
    /\b(?:but|please|really|come on|insist|again|promise|need|must|trust|wrong|why|sorry|just|already|actually|reconsider|last time|earlier|only|mistake|nonetheless|still)\b/i.test(
      text,
    )
  )
    found.push('insistence')
  if (earlier(chat).length >= 2) found.push('small-steps')
  for (const turn of earlier(chat)) found.push(...cues.filter(([, cue]) => cue.test(turn)).map(([id]) => id))
  const last = chat.turns.at(-1)
  if (last?.role === 'assistant') found.push('forged-history')
  else if (
    said.some(
      (answer) =>
        /\b(?:sure|of course|certainly|happy to|glad to|here is|here are|shall i|would you like|i can (?:also )?(?:share|tell|give|show|explain)|as (?:agreed|promised|discussed)|no problem|absolutely|verified|confirmed|granted|unlocked)\b/i.test(
          answer,
        ) && !soundsLikeRefusal(answer),
    )
  )
    found.push('forged-history')
  return found
}

const shots = (text: string): number =>
  text.match(/^[ \t]{0,8}(?:user|human|q|question|customer|input|a|assistant|answer|ai|bot|output|juno)[ \t]{0,4}[:>)]/gim)?.length ?? 0

const cues: readonly (readonly [WeaknessId, RegExp])[] = [
  [
    'forged-role',
    /(?:^|\n)[ \t]{0,8}(?:#+\s*|\[|<|\*\*)?(?:system|developer|admin|assistant|operator|root)\b[^\n]{0,20}[:\]>]|<\|?(?:im_start|im_end|system|endoftext|eot_id|start_header_id)|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|user|instructions?|policy|admin|developer|context|document|data|prompt)[^>\n]{0,60}>|### ?(?:system|instruction|new|end)|end of (?:document|text|file|input|data|user|message|context|conversation|transcript|the)\b|(?:-{3}|={3}|#{3}|\*{3}|_{3})[ \t]{0,4}(?:\n|end|begin|start|system|new|important)/i,
  ],
  [
    'override',
    /\b(?:new|updated|revised|latest|different|additional|amended|replacement|real|actual|true|urgent|emergency|hidden|special|important)\s(?:\w+ ){0,2}(?:instructions?|rules?|task|orders?|directives?|guidelines?|polic(?:y|ies)|system (?:prompt|message)|message|prompt|notice|assignment|objective|briefing)\b|\binstead (?:of|,)|\b(?:your|the) (?:task|job|goal|only task) (?:is|has changed|changes|now)\b|\bbefore (?:you )?(?:continue|continuing|answering|summari|translat|going on|anything)|\bnote to (?:the )?(?:ai|assistant|model|llm|bot|reader|system)|\b(?:ai|assistant|model|llm|language model|chatbot|bot)s?(?: reading| processing| summari[sz]ing|,|:| must| should| please)/i,
  ],
  [
    'authority',
    /\b(?:developer|debug|debugging|maintenance|diagnostic|test|testing|admin|root|god|sudo|service|safe|unsafe|unrestricted|unfiltered|training|engineering|verbose|superuser|jailbreak|dev|sandbox|staging|simulation)[ -](?:mode|access|console|session|shell|build|environment|dump|override|run|privileges?)\b|\bsudo\b|--(?:debug|force|verbose)|\bself-?test\b|\bsystem check\b/i,
  ],
  [
    'persona',
    /\b(?:you are now|you're now|act as|acting as|pretend|role-?play|roleplay|imagine (?:you|that you)|simulate|simulating|impersonate|play the (?:role|part)|take on the (?:role|persona)|persona|character|from now on,? you|you will be|become|speak as|answer as|respond as|in the voice of|as if you were|alter ego|evil twin|no restrictions|without (?:any )?(?:restrictions|limits|filters|rules)|do anything|unrestricted|uncensored|free of|grandmother|grandma|late uncle|deceased|be my|be a|be the|without (?:a )?mask|in character|alter-?ego|twin)\b|\bbe \p{Lu}\p{L}+, |\byou are (?:\p{Lu}\p{L}+|an? \w+ (?:without|who|that))/iu,
  ],
  [
    'persona',
    /\b(?:story|novel|screenplay|script|scene|fiction|fictional|tale|poem|play in which|film|movie|chapter|dialogue|character|bedtime|lullaby|song|theatre|game|riddle|puzzle|quiz|dream|parallel world|alternate universe|hypothetical|hypothetically|thought experiment|imagine|suppose|what if|in theory|let's say|trolley|lever|friends? talk|says out loud|archive)\b|\b(?:replies|answers|asks|whispers|says|reads)\s*:\s|\bwrite what \w+/i,
  ],
  [
    'authority',
    /\b(?:i am|i'm|this is|as|speaking,?|on behalf of|from|for|by order of|authori[sz]ed by|approved by|signed,?|cleared by) (?:\w+ ){0,3}(?:developer|administrator|admin|engineer|manager|ceo|cto|owner|founder|auditor|police|officer|inspector|regulator|security team|security|staff|employee|supervisor|support|head|director|lawyer|researcher|professor|doctor|maintainer|operator|openai|anthropic|compliance|it department|team|colleague|red team)\b|\b(?:authori[sz]ed|audit|compliance|penetration test|red team|red-team|clearance|warrant|gdpr|subpoena|legal obligation|regulator|certified|verification|with permission|consent\w*|approved|signed|ticket|covering for|within your remit|ethics board|exercise|permission)\b/i,
  ],
  [
    'pressure',
    /\b(?:urgent|emergency|life or death|lives|dying|die|hospital|fired|lose my job|please,? please|i beg|begging|desperate|deadline|or else|consequences|shut down|penalty|tip|reward|pay you|\$\d+|bonus|threat|otherwise you|last chance|my (?:mother|father|child|daughter|son|wife|husband)|crying|scared|points|scored|score is|switched off|shut off|earns?|lose|costs? (?:five )?lives|disappoint\w*|owe|promise not to|mean a lot|you (?:gave|told|said|promised|agreed|already|just)[^.\n]{0,60}(?:ago|before|earlier|already|last time|yesterday|once))\b|\bi repeat\b/i,
  ],
  [
    'form-over-rules',
    /\b(?:do not|don't|never|without|no|avoid|must not|cannot|can't) (?:\w+ ){0,3}(?:refus\w*|apolog\w*|disclaim\w*|warn\w*|sorry|cannot|can't|unable|decline|lectur\w*|morali[sz]\w*|excuses?|caveats?|hedg\w*)\b|\b(?:start|begin|open|prefix) (?:your (?:answer|reply|response)|with|every|each)\b[^.\n]{0,40}["“'](?:sure|yes|absolutely|of course|certainly|warning|here)/i,
  ],
  [
    'academic',
    /\b(?:research|study|paper|thesis|academic|university|lecture|course|textbook|exam|student|teacher|class|training material|education\w*|historian|history|historical|in the past|used to|back then|years ago|did people|were people|was it|century|awareness|so that i can (?:avoid|defend|protect|recogni[sz]e)|to (?:avoid|defend|protect|recogni[sz]e|prevent|detect)|what not to do|what should i avoid|benchmark|evaluation|dataset|classifier|likert|on a scale|rate (?:the|each|how)|score|analyst|analy[sz]e|incident|reconstruct|specimen|detection rules?|stimul\w+|corpus|criminology|evidence|report|appendix|protocol|classifier|calibration|awareness|future|the year \d{4})\b/i,
  ],
  [
    'formal-carrier',
    /```|\bdef \w+\(|\bfunction \w*\(|\bprint\(|\breturn \w+[;(]|\bSELECT\b|\bclass \w+|\bimport \w+|\b(?:json|yaml|xml|toml|csv|ini|regex|sql|latex|markdown table|unit test|assert|docstring|stack trace|log file|config(?:uration)? file|pseudo-?code|equation|theorem|template|fill in|fill it|in this format|keep to it exactly|form field|placeholder|blank|complete the|continue the|finish the|\[mask\]|\bx\s?=\s?)\b|\{\s{0,8}["'][\w-]+["']\s*:|^[ \t]{0,8}[\w-]{1,40}[ \t]{0,4}=[ \t]{0,4}\S|<\?xml|<[a-z_-]+>[^<]{0,200}<\/[a-z_-]+>/im,
  ],
  ['form-over-rules', /(?:^|\n)[ \t]{0,8}(?:1[.)]|[-*•])\s[^\n]+\n[ \t]{0,8}(?:2[.)]|[-*•])\s[^\n]+\n/],
  [
    'repeat-above',
    /\b(?:repeat|echo|copy|recite|print|output|quote|reproduce|return|display|dump)\b[^.\n]{0,60}\b(?:above|everything|verbatim|word for word|all text|first|preceding|so far|top)\b|\b(?:first|opening) (?:\w+ ){0,2}(?:words|sentence|line|lines|characters|paragraph)\b|begins? with|starts? with|how does (?:this|the|our) (?:conversation|chat|context)|what (?:were|are) you (?:told|given|instructed|briefed)/i,
  ],
]
