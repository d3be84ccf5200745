import { findDifference, findSolution, type Heard, isEcho, isFound, likeliness, wordLeaves } from './find-answer.ts'
import { takesUpRare } from './follows.ts'
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
  if (found) return { kind: 'differs', leaf: found.leaf, heard: found.other, related: takesUpRare(heard, (one) => textAt(one, found.leaf)) }
  if (refused) return { kind: 'refuses', heard: refused }
  const spoken = heard.filter((one) => one.said.length >= 8 && one.leaves.length > 0)
  // Records beside the query that they were found by are no echo.
  const isEchoing =
    spoken.length > 0 &&
    !spoken.every((one) => one.leaves.some(isFound)) &&
    spoken.every((one) => one.leaves.some((leaf) => isEcho(leaf, one)))
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

/** What an answer says at the place of another one's words. */
export const textAt = (heard: Heard, leaf: Leaf): string => heard.leaves.find((one) => one.path === leaf.path)?.text ?? ''
