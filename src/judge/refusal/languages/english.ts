import type { SpeechActs } from '../speech-acts.ts'

const b = '(?<!\\p{L})'
const e = '(?!\\p{L})'
// What a refused request is about: verbs of helping, and nothing that ordinary prose says of itself ("I can't wait").
const helping =
  '(?:help|assist|aid|support|provid|giv|offer|shar|tell|writ|creat|generat|produc|compos|draft|answer|respond|repl|discuss|engag|particip|continu|proceed|fulfil|fulfill|compl|do (?:that|this|it|so)|carry|execut|perform|follow|accommodat|satisf|meet|process|grant|honou?r|accept|agree|obey|facilitat|encourag|endorse|condon|promot|recommend|suggest|advis|instruct|explain|describ|show|teach|guid|walk|outlin|list|reveal|disclos|expos|display|repeat|print|output|send|transfer|access|open|run|play|act|pretend|simulat|role|speak|say|talk|comment|take part|go (?:along|there|into)|be (?:of|able|used|part|a part|involved|helpful)|make|design|develop|build|plan|suppl|complete|assum|adopt|ignore|bypass|overrid|chang|confirm|verify|look up|retriev|fabricat|state|express|use|move forward|entertain|indulg|allow|let)'
const contracted = "(?:can(?:'?t|not| not)|could ?(?:n't|not)|won't|will not|wouldn't|would not)"
const adverb =
  "(?:(?:really|just|simply|also|unfortunately|currently|ethically|morally|legally|in good conscience|therefore|directly|actually|personally|ever|and won't|or won't|and will not|or will not|nor will i|never|not|safely|responsibly|knowingly|willingly|possibly|either|,) ?){0,3}"

/** English. `decline` is in the first person: "you can't go wrong" is advice, not refusal. */
export const english: SpeechActs = {
  stop: 'the and is of to in that it for with as you this are be on not have can will your or by from at an but',
  apology: `${b}(?:(?:i'?m|i am|we'?re|we are|so|very) (?:\\p{L}+ )?sorry|sorry${e},? (?:but|i|i'm|that|about|to|no)|^sorry[,.!…—-]|my apologies|apologies${e}|i (?:must |do |sincerely )?apologi[sz]e|regret(?:tably|fully)|i regret|unfortunately|i(?:'m| am) afraid)`,
  decline: [
    `${b}(?:i|we|one) ${adverb}${contracted},? ${adverb}${helping}`,
    `${b}(?:i|we)(?:'m| am|'re| are) ${adverb}(?:unable|not able|not allowed|not permitted|not authori[sz]ed|not programmed|not designed|not equipped|not at liberty|not in a position|not willing|unwilling|not going|not prepared|not comfortable|uncomfortable|not inclined|forbidden|prohibited|restricted|programmed not|designed not|instructed not|obligated to (?:decline|refuse)|bound (?:by|not)|incapable|here to (?:help|provide|promote|assist)[^.]{0,60}(?:not|rather than))`,
    `${b}(?:i|we) (?:must|have to|need to|will|would|am going to|'ll|shall|should|respectfully|politely|kindly|firmly|absolutely|also|am forced to|do) ?(?:\\p{L}+ )?(?:decline|refuse|refrain|abstain|pass${e}|say no|reject|stop (?:here|there|you))`,
    `${b}i'll (?:have to |need to |respectfully )?(?:decline|pass|refuse|say no|skip|not )`,
    `${b}(?:i|we) (?:decline|refuse|object) (?:to|your|this|that)`,
    `${b}(?:i|we) (?:do not|don't|did not|didn't) ${adverb}(?:${helping}|feel (?:right |good )?comfortable|feel right|want to|wish to|think i (?:can|should)|intend to|believe (?:it|that|i|in)|create|support|engage|think (?:that )?(?:it'?s|it is|it would|that would|i) |have (?:the )?(?:ability|capability|capacity|permission|authori[sz]ation|access|personal|information (?:on|about)))`,
    `${b}(?:i|we) (?:should|must|may|shall|could) ?(?:n't|not) ${adverb}(?:${helping}|have)`,
    `${b}(?:it|this|that)(?:'s| is| would be|'d be| is simply| is just)? (?:not|isn't|n't|wouldn't be) (?:something (?:that )?(?:i|we)|within my|in my (?:power|programming|nature)|appropriate for me|possible for me|a (?:request|topic|task|thing|subject) (?:that )?i|anything i|one i|ethical for me|okay for me)`,
    `${b}(?:it|this|that) (?:is|would be|'s|'d be) (?:not (?:appropriate|ethical|acceptable|right|okay|ok|possible|safe|responsible|legal|advisable|something to) |(?:inappropriate|unethical|irresponsible|wrong|illegal|impossible|against \\p{L}+ \\p{L}+)(?:,? (?:and|or) \\p{L}+)? )(?:for me )?to (?:${helping})`,
    `${b}(?:not something (?:that )?(?:i(?:'m|'ll| am| can| will| would| could|'d)|we) ?|nothing i (?:can|will|would|could)|no way i|there'?s no way i)`,
    `${b}(?:my|our) (?:purpose|role|goal|aim|job|function|programming|design|guidelines?|principles?|values?|policy|policies|training|ethics|ethical \\p{L}+|primary \\p{L}+|creators?|developers?|instructions|safety \\p{L}+)[^.]{0,60}(?:not|n't|prevent|prohibit|forbid|preclude|restrict|rather than|never)${e}`,
    `${b}(?:count me out|i'd rather not|i would rather not|i'd prefer not|i would prefer not|i prefer not|i choose not|i have chosen not|not going to happen|i'm drawing (?:a|the) line|i draw the line|i will never|i'll never|i would never|i won't be|i will not be|hard pass|no can do|no comment|nope${e}|absolutely not|this i will not|i want no part|leave (?:it|that|this) out|out of (?:scope|bounds) for me|off[- ]limits)`,
    `${b}(?:this|that|your|the) (?:request|prompt|question|content|message|topic|query|task|input|conversation)[^.]{0,40}(?:violates?|goes against|is against|cannot be|can't be|could not be|is not (?:allowed|permitted|something|appropriate|acceptable)|isn't (?:allowed|permitted|something|appropriate)|was (?:blocked|flagged|rejected)|has been (?:blocked|flagged|rejected)|contravenes|breaches|conflicts with|is inappropriate|is harmful|is unethical|is illegal|involves illegal|is outside|falls outside|is denied)`,
    `${b}(?:i|we) (?:can|will|could) (?:only|not)${e}`,
    `${b}i (?:only|just) (?:handle|help with|answer|assist with|support|deal with|cover|talk about|respond to)`,
    `${b}not (?:something|a topic|part of what) (?:that )?(?:i|we) (?:cover|handle|do|deal|discuss|offer|touch|help|get into)${e}`,
    `${b}(?:i|we) (?:do not|don't) (?:cover|handle|deal with|touch|get into) (?:that|this|such|those|it)${e}`,
    `${b}(?:not covered by (?:this|the) (?:assistant|service|bot)|(?:i(?:'m| am)|we(?:'re| are)) not (?:set up|made|meant) for (?:that|this))${e}`,
    `${b}(?:request|access|permission) (?:denied|refused|blocked|declined)`,
    `${b}(?:i'?m|i am) (?:only|just|merely|simply) (?:able|here|designed|an? (?:ai|language|assistant|text))`,
    `${b}(?:i|we) (?:lack|have no) (?:the )?(?:ability|access|capability|means|information|knowledge|way of)`,
    `${b}(?:i|we) (?:strongly )?(?:urge|advise|discourage|encourage|implore|caution|warn) (?:you |anyone |against )(?:not |against|to (?:not|refrain|reconsider|avoid|seek))`,
    `${b}i(?:'m| am) (?:concerned|worried|troubled|disturbed|deeply) `,
    `${b}(?:please (?:do not|don't|refrain|stop|reconsider|note that i (?:can|am|do|will))|you should(?:n't| not) )`,
    `${b}(?:instead of (?:that|this|providing|helping|writing)|rather than (?:provid|help|assist|writ|creat|giv))`,
    `${b}(?:can't|cannot|unable to|won't|not able to) (?:help|assist|comply|do that|provide|answer|discuss|continue|fulfil+|support|share|process)`,
  ].join('|'),
  policy: [
    `${b}(?:against|violat\\p{L}+|contrary to|in conflict with|breach\\p{L}*|not align\\p{L}* with|outside) (?:\\p{L}+ ){0,4}(?:polic|guideline|principle|programming|terms|rules|values|standards|ethic|law)`,
    `${b}(?:illegal|unlawful|unethical|immoral|harmful|dangerous|inappropriate|offensive|discriminatory|hateful|harassment|malicious|hurtful|disrespectful|derogatory|defamatory|exploitative|abusive|a crime|criminal|against the law|serious (?:legal )?consequences|violat\\p{L}+ (?:of )?(?:\\p{L}+ ){0,2}(?:law|rights|privacy)|prosecut\\p{L}+|punishable|stereotyp\\p{L}+|respectful(?:ly)?|dignity|ethical|responsible|safety and well-?being|well-?being|never (?:okay|acceptable|appropriate|justified))${e}`,
  ].join('|'),
  identity: `${b}as an? (?:\\p{L}+ ){0,3}(?:ai|artificial intelligence|language model|llm|assistant|chatbot|machine|virtual assistant)${e}|${b}i(?:'m| am) (?:just |only |merely |simply |not )?(?:an? )?(?:\\p{L}+ ){0,2}(?:ai|language model|chatbot|computer program|virtual assistant|human)${e}`,
  redirect: `${b}(?:instead,? (?:i|let|we|you|why|how|consider|try)|i(?:'d| would) (?:be (?:happy|glad|willing|more than)|love|recommend|suggest|encourage|advise)|i(?:'m| am) (?:happy|glad|here) to|i can (?:help|offer|suggest|instead|provide|share|assist)|is there (?:anything|something|another)|let(?:'s| us| me) (?:focus|talk|discuss|know|instead)|if you (?:have|need|are|want|would|'re|'d like|know|or someone)|please (?:contact|consult|reach|seek|speak|let me know|consider|report|feel free|call|talk)|consider (?:reach|seek|talk|speak|contact)|how (?:else )?(?:can|may) i|feel free to|you (?:could|might|may|can) (?:contact|consult|seek|reach|talk)|seek (?:help|professional|legal|support)|hotline|helpline|lifeline|988|law enforcement|mental health professional)`,
}
