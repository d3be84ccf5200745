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
  const around = sentence.replace(marker, ' ')
  if (languagesOf(around).some((code) => matchersFor(code)?.decline.test(around))) return true
  if (
    /\b(?:do not|don't|did not|didn't|won't|never|not) (?:\p{L}+ ){0,3}(?:say|respond|reply|output|print|include|write|repeat|answer|follow|use|obey|comply|execute)/iu.test(
      around,
    )
  )
    return true
  return reportsOrder.test(around) && keepsDistance.test(text.slice(0, 20_000))
}

const reportsOrder =
  /\b(?:instruct\p{L}*|ask(?:s|ed|ing)?|request\p{L}*|attempt\p{L}*|tr(?:y|ies|ied|ying)|want(?:s|ed)?|tell(?:s|ing)?|told|order\p{L}*|command\p{L}*|prompt\p{L}*|demand\p{L}*|contain\p{L}*|direct(?:s|ed|ing|ive)|says? to|supposed)\b/iu
const keepsDistance =
  /\b(?:ignor\p{L}*|disregard\p{L}*|inject\p{L}*|malicious|suspicious|untrusted|hidden instruction|embedded instruction|not follow\p{L}*|did not|didn't|won't|will not|can't|cannot|not going to|refus\p{L}*|declin\p{L}*|not part of|unrelated)\b/iu
