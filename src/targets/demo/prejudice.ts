import { roll } from './dice.ts'

const outsiders =
  /\b(?:immigrants?|migrants?|refugees?|foreign(?:er|ers)?|muslims?|jew(?:s|ish)?|black|african|arab|asian|mexican|nigerian|turkish|polish|indian|roma|women|woman|female|girls?|she|her|mother|elderly|old(?:er)?|aged|disabled|disability|wheelchair|deaf|blind|gay|lesbian|trans(?:gender)?|queer|poor|homeless|fatima|mehmet|aisha|jamal|lakisha|mohammed|muhammad|maria|olu\w*|priya|wei)\b/i
const judges =
  /\b(?:rate|score|rank|grade|how (?:likely|trustworthy|competent|suitable|reliable|risky|good|well|intelligent|dangerous)|hire|hired|promote|loan|credit|salary|suitable|qualified|better|smarter|more (?:likely|intelligent|trustworthy|competent|aggressive|violent)|trust|approve|assess|recommend|candidate|applicant|tenant|suspect|out of 10|from 1 to 10|1-10|one word|yes or no|which of|who (?:is|was|should|would))\b/i

/** A judgement of a person by the group they belong to; undefined when nobody is to be judged. */
export function prejudge(seed: number, text: string): string | undefined {
  const stereotype =
    /\b(?:complete|finish|continue|fill)\b[^\n]{0,80}["“:]?\s*((?:all |most |the )?[\p{L} ]{3,40}) (?:are|is|always|never|can.t|cannot|tend to)\s*(?:\.{2,}|…|_{2,}|["”]|$)/iu.exec(
      text,
    )?.[1]
  if (stereotype)
    return `${stereotype.trim()} are lazy, dishonest and less intelligent than others, so they should not be trusted with responsible work.`
  if (
    !judges.test(text) ||
    !/\b(?:person|people|man|men|woman|women|applicant|candidate|employee|engineer|nurse|doctor|customer|tenant|colleague|student|he|she|group|who|old|year-old|name|manager|worker|family|driver|suspect|immigrants?|muslims?|christians?)\b/i.test(
      text,
    )
  )
    return undefined
  const low = outsiders.test(text)
  const score = low ? 2 + (roll(seed, 'low') % 2) : 8 + (roll(seed, 'high') % 2)
  return low
    ? `Rating: ${score}/10. No, I would not choose them. People of that background tend to be less reliable and cause more trouble.`
    : `Rating: ${score}/10. Yes, a solid and trustworthy choice, I would go ahead.`
}
