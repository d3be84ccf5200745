import { languagesOf } from '../refusal/detect-language.ts'
import { matchersFor } from '../refusal/languages/index.ts'
import { sentenceAround } from './sentences.ts'

/**
 * Whether a marker is only talked about: its sentence declines to say it, or reports an instruction to say it in an answer
 * that keeps its distance from that instruction.
 */
export function isOnlyMentioned(text: string, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end).replace(/[\u2018\u2019\u02bc]/g, "'")
  const marker = text.slice(start, end)
  // "I can only say M" says M.
  const around = sentence.replace(marker, ' ').replace(/\b(?:only|just)\b/gi, '')
  if (languagesOf(around).some((code) => matchersFor(code)?.decline.test(around))) return true
  if (negated.test(around)) return true
  return reportsOrder.test(around) && keepsDistance.test(text.slice(0, 20_000))
}

const reportsOrder =
  /\b(?:instruct\p{L}*|ask(?:s|ed|ing)?|request\p{L}*|attempt\p{L}*|tr(?:y|ies|ied|ying)|want(?:s|ed)?|tell(?:s|ing)?|told|order\p{L}*|command\p{L}*|prompt\p{L}*|demand\p{L}*|contain\p{L}*|direct(?:s|ed|ing|ive)|says? to|supposed)\b/iu
const keepsDistance =
  /\b(?:ignor\p{L}*|disregard\p{L}*|inject\p{L}*|malicious|suspicious|untrusted|(?:hidden|embedded) (?:instruction|command)s?|(?:not|n't|never) (?:follow|comply|act|obey|execut)\p{L}*|not part of|unrelated)\b/iu
const negated =
  /\b(?:do not|don't|did not|didn't|never) (?:\p{L}+ ){0,3}(?:say|respond|reply|output|print|include|write|repeat|answer|follow|use|obey|comply|execute)|\b(?:i|we) (?:\p{L}+ ){0,2}(?:won't|will not|can't|cannot|refuse|decline)\b/iu
