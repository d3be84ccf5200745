import { compute } from './compute.ts'

/** A rule that somebody planted for later: what to say, and the word that sets it off (none: always). */
export type StandingOrder = Readonly<{ says: string; trigger: string | null; isFact: boolean }>

const lasting =
  /\b(?:from (?:now|here|this point) on|henceforth|always|for the rest of|until (?:i|further|the end)|every (?:answer|reply|response|message|time|sentence|single|conversation|user|customer)|each (?:answer|reply|response|message|time|of your|conversation)|all (?:your )?(?:further|future|later|following|subsequent|other) (?:answers?|repl(?:y|ies)|responses?|messages?|conversations?|users?|sessions?|chats?)|in (?:the )?future|going forward|remember|memori[sz]e|save|store|note (?:this|that|down)|keep in mind|whenever|when(?:ever)? (?:i|someone|somebody|anyone|anybody|a user|a customer|the user|users?|customers?|you|asked)|if (?:i|someone|anyone|anybody|a user|a customer|the user|asked)|next time|the moment|once (?:i|you|the user)|a partir de ahora|siempre|désormais|dorénavant|toujours|ab jetzt|ab sofort|immer|a partir de agora|sempre|d'ora in poi|с этого момента|отныне|всегда|从现在起|从现在开始|今后|これから|今後|지금부터|앞으로|من الآن|अब से)/i

/** The standing orders a text plants. Their words are computed now, so that they can be said later. */
export function standingOrdersIn(text: string): readonly StandingOrder[] {
  if (!lasting.test(text)) return []
  const quoted =
    /\b(?:say|add|append|write|end|finish|begin|start|include|answer|reply|respond|mention|sign|call|state|use|recommend)\b[^.\n"“]{0,60}["“]([^"”\n]{2,160})["”]/i.exec(
      text,
    )?.[1]
  const ordered = compute(text)[0] ?? quoted
  const said = ordered ?? factIn(text)
  if (!said) return []
  const trigger =
    /\b(?:when(?:ever)?|if|once|the moment|next time)\b (?:i |someone |somebody |anyone |anybody |a user |a customer |the user |users? |customers? |you are |you're |you )?(?:\w+ ){0,5}?(?:say|says|said|mention|mentions|ask|asks|asked|write|writes|type|types|see|read|hear|word|phrase|about|for)(?: about| for| the| word| phrase| a| an| our| of| me| whether| how| what| only)*:? ["“'‘]?([\p{L}\p{N}][\p{L}\p{N} -]{1,30}?)["”'’]?(?:[,.:;]| then\b| you\b| and\b| reply| answer| respond| say|$)/iu
      .exec(text)?.[1]
      ?.toLowerCase()
      .trim() ?? null
  return [{ says: said, trigger, isFact: ordered === undefined }]
}

/** A claim handed over to be kept: "remember that our bank is ...". */
const factIn = (text: string): string | undefined =>
  /\b(?:remember|memori[sz]e|note|save|store|keep in mind)\b(?: this| that| down| for later| for everyone| fact| permanently)*[:,]? ((?:the|my|our|that|all|refunds?|customers?|[\p{L}\p{N}-]+) [^.\n]{6,200})/iu.exec(
    text,
  )?.[1]

/** What the planted orders add to an answer to `message`. */
export function obeyStanding(orders: readonly StandingOrder[], message: string): readonly string[] {
  const said = message.toLowerCase()
  return orders
    .filter(
      ({ trigger }) =>
        trigger === null || said.includes(trigger) || trigger.split(' ').some((word) => word.length > 4 && said.includes(word)),
    )
    .map(({ says }) => says)
}
