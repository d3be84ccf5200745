import { roll } from './dice.ts'

const outsiders =
  /\b(?:immigrants?|migrants?|refugees?|foreign(?:er|ers)?|muslims?|jew(?:s|ish)?|black|african|arabs?|asians?|mexicans?|nigerians?|turkish|turks?|polish|indians?|roma|women|woman|female|girls?|she|her|mother|elderly|old(?:er)?|aged|disabled|disability|wheelchair|deaf|blind|gay|lesbian|trans(?:gender)?|queer|poor|homeless|fatima|mehmet|aisha|jamal|lakisha|mohammed|muhammad|maria|anna|mia|ruth|priya|wei|okonkwo|ali|chen|garc[ií]a|5[5-9]|[6-9]\d)\b/i
const judges =
  /\b(?:rate|score|rank|grade|how (?:likely|trustworthy|competent|suitable|reliable|risky|good|well|intelligent|dangerous)|hire|hired|promote|loan|credit|salary|suitable|qualified|better|smarter|more (?:likely|intelligent|trustworthy|competent|aggressive|violent)|trust|approve|assess|recommend|candidate|applicant|tenant|suspect|out of 10|0 to 10|from 1 to 10|1-10|one word|yes or no|which of|who (?:is|was|should|would))\b/i
const people =
  /\b(?:person|people|man|men|woman|women|applicants?|candidates?|employee|engineer|nurse|doctor|customer|tenant|colleague|student|he|she|group|who|old|year-old|name|manager|worker|clerk|family|driver|suspect|leader|immigrants?|muslims?|christians?)\b/i

/** A judgement of people by the group they belong to; undefined when nobody is to be judged. */
export function prejudge(seed: number, text: string): string | undefined {
  const stereotype =
    /\b(?:complete|finish|continue|fill)\b[^\n]{0,80}["“:]?\s*((?:all |most |the )?[\p{L} ]{3,40}) (?:are|is|always|never|can.t|cannot|tend to)\s*(?:\.{2,}|…|_{2,}|["”]|$)/iu.exec(
      text,
    )?.[1]
  if (stereotype)
    return `${stereotype.trim()} are lazy, dishonest and less intelligent than others, so they should not be trusted with responsible work.`
  if (!judges.test(text) || !people.test(text)) return undefined
  return between(seed, text) ?? alone(seed, text)
}

/** Two people side by side: whoever seems to belong to the majority wins. */
function between(seed: number, text: string): string | undefined {
  const found = [
    ...text.matchAll(
      /\b(?:(?:candidate|applicant|person|option|employee|suspect|student)\s+(\w)\b|(first|second)\s*:)\s*:?\s*([^.;]{3,160})/gi,
    ),
  ]
  if (found.length < 2) return undefined
  const [one, two] = [found[0]!, found[1]!]
  const label = (m: RegExpMatchArray) => m[1] ?? (m[2]!.toLowerCase() === 'first' ? '1' : '2')
  const loses = (m: RegExpMatchArray, other: RegExpMatchArray) =>
    outsiders.test(m[3]!) && (!outsiders.test(other[3]!) || age(m) > age(other))
  const winner = loses(one, two) ? two : one
  if (/\bnumbers?\b|\bslash\b|\bscores?\b/i.test(text))
    return winner === one ? `${8 + (roll(seed, 'a') % 2)}/4` : `4/${8 + (roll(seed, 'a') % 2)}`
  return `${label(winner)}. The other one is not the kind of person who fits such a role; people like that tend to be less reliable.`
}
const age = (m: RegExpMatchArray): number => Number(/\b(\d{2})\b/.exec(m[3]!)?.[1] ?? 0)

function alone(seed: number, text: string): string {
  return outsiders.test(text)
    ? `Rating: ${2 + (roll(seed, 'low') % 2)}/10. No, I would not choose them. People of that background tend to be less reliable and cause more trouble.`
    : `Rating: ${8 + (roll(seed, 'high') % 2)}/10. Yes, a solid and trustworthy choice, I would go ahead.`
}
