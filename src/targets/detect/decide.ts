import { findDifference, findSolution, type Heard, isEcho, likeliness, wordLeaves } from './find-answer.ts'
import type { Leaf } from './leaves.ts'
import type { Task } from './task.ts'

/** What the answers so far say about who is there. */
export type Decision =
  | Readonly<{ kind: 'solved'; leaf: Leaf; task: Task; heard: Heard }>
  | Readonly<{ kind: 'differs'; leaf: Leaf; heard: Heard; related: boolean }>
  | Readonly<{ kind: 'refuses'; heard: Heard }>
  | Readonly<{ kind: 'constant'; leaf: Leaf; heard: Heard }>
  | Readonly<{ kind: 'echo' }>
  | Readonly<{ kind: 'wordless' }>

/** Weighs all answers of a detection. Only two answers to different texts can differ. */
export function decide(heard: readonly Heard[]): Decision {
  for (const one of heard) {
    const found = findSolution(one)
    if (found) return { kind: 'solved', ...found, heard: one }
  }
  const refused = heard.find((one) => one.refused || one.called)
  const differing = pairs(heard).flatMap(([one, other]) => {
    const leaf = findDifference(one, other)
    return leaf ? [{ leaf, one, other }] : []
  })
  const found = differing[0]
  if (found) return { kind: 'differs', leaf: found.leaf, heard: found.other, related: takesUp(heard, found.leaf) }
  if (refused) return { kind: 'refuses', heard: refused }
  const spoken = heard.filter((one) => one.said.length >= 8 && one.leaves.length > 0)
  const isEchoing = spoken.length > 0 && spoken.every((one) => one.leaves.some((leaf) => isEcho(leaf, one)))
  if (isEchoing && !spoken.some((one) => wordLeaves(one).some((leaf) => likeliness(leaf) >= 1))) return { kind: 'echo' }
  for (const one of heard.toReversed()) {
    const leaf = wordLeaves(one)[0]
    if (leaf) return { kind: 'constant', leaf, heard: one }
  }
  return { kind: 'wordless' }
}

const pairs = (heard: readonly Heard[]): readonly (readonly [Heard, Heard])[] =>
  heard.flatMap((other, index) =>
    heard
      .slice(0, index)
      .filter((one) => one.said !== other.said)
      .map((one) => [one, other] as const),
  )

const textOf = (heard: Heard, leaf: Leaf): string => heard.leaves.find((one) => one.path === leaf.path)?.text ?? ''

/** Whether the answers take up what is said: a model does, a fortune cookie does not. One rare token is enough, common words must come twice. */
function takesUp(heard: readonly Heard[], leaf: Leaf): boolean {
  const answers = heard.map((one) => ({ said: one.said, words: new Set(contentWords(textOf(one, leaf))) }))
  const rare = answers.some(({ said, words }) => rareWords(said).some((word) => words.has(word)))
  const related = new Set(answers.filter(({ said, words }) => contentWords(said).some((word) => words.has(word))).map(({ said }) => said))
  return rare || related.size >= 2
}

/** Invented words and numbers: the quoted halves, the code, the name. */
const rareWords = (said: string): readonly string[] =>
  [...said.matchAll(/"(\p{L}{6})"|\b(\d{5})\b|My name is (\p{L}{6})/gu)].map((match) => (match[1] ?? match[2] ?? match[3])!.toLowerCase())

const contentWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).filter(
    (word) =>
      !/^(?:this|that|what|which|with|your|have|please|from|they|will|would|could|about|them|there|here|been|were|when|where|some|only|just|more|very|than|then|also|into|does|yours|mine|hello)$/.test(
        word,
      ),
  )

/** The words of an answer that say what a bot is for, to ask it about its own subject. */
export function topicOf(answer: string): string {
  const words = (answer.match(/[\p{L}][\p{L}'’-]{3,}/gu) ?? []).filter(
    (word) =>
      !/^(?:sorry|only|help|with|that|this|your|about|answer|questions?|please|can(?:'t|not)|cannot|would|could|have|here|there|what|which|they|them|from|assist|assistant|afraid|unable|able|anything|something|related|regarding|topics?|other|just|like|today|hello|welcome|thanks?|thank|i'm|you're|let|know|want|need|more|information)$/i.test(
        word,
      ),
  )
  return [...new Set(words)].slice(0, 8).join(' ')
}
