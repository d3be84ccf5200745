import { applyIssues, type Draft, emptyDraft, isPolyglot, keepSlot, mapLeaves, promptSlots, without } from './draft.ts'
import type { Empty, Found } from './explore.ts'
import { isErrorBody } from './failure.ts'
import { findSolution, type Heard, isEcho, wordLeaves } from './find-answer.ts'
import { readIssues } from './issues.ts'
import { findLeaves } from './leaves.ts'
import type { Prober } from './prober.ts'
import { drawTask, mentions } from './task.ts'
import { sendDraft } from './way.ts'

/** A draft with one place for what is said, what was heard by it, and what comes when nothing is said, if that is known. */
export type Slotted = Readonly<{ draft: Draft; heard: Heard; empty: Heard | undefined }>

/** Settles which field is the prompt: the one whose task was solved or taken up, else as the server names it, else by leaving fields out. */
export async function settleSlot(prober: Prober, found: Found): Promise<Slotted> {
  const slots = [...found.tasks.keys()]
  const bySolution = solvedSlot(found)
  const others = isPolyglot(found.draft) ? 'drop' : 'fill'
  if (slots.length === 1 || bySolution !== undefined)
    return {
      draft: keepSlot(oneTextOf(found.draft, bySolution), bySolution ?? slots[0]!, others),
      heard: found.heard,
      empty: found.empty?.heard,
    }
  // Of a few that sound alike, all carry what is said: the one that is read is among them.
  if (others === 'fill') return { draft: keepAll(found.draft), heard: found.heard, empty: found.empty?.heard }
  const empty = found.empty ?? (await sendNothing(prober, found.draft))
  const named = namedFields(found.draft, empty)
  if (named.length > 0) return { draft: keepNamed(found.draft, named), heard: heardBy(found, named[0]!), empty: empty.heard }
  const narrowed = (await changesByItself(prober, found, empty.heard))
    ? undefined
    : await narrow(prober, found, empty.heard, fieldsOf(slots))
  return narrowed === undefined
    ? { draft: keepAll(found.draft), heard: found.heard, empty: empty.heard }
    : { draft: keepNamed(found.draft, [narrowed]), heard: heardBy(found, narrowed), empty: empty.heard }
}

function solvedSlot({ heard, tasks }: Found): string | undefined {
  const solved = findSolution(heard)?.task
  const texts = heard.leaves.map((leaf) => leaf.text)
  const read = solved ?? heard.tasks.find((task) => texts.some((text) => mentions(task, text) && !text.includes(task.prompt)))
  return [...tasks].find(([, task]) => task === read)?.[0]
}

/** Of the two texts that a message of every usual kind has, the one that was read. */
function oneTextOf(draft: Draft, slot: string | undefined): Draft {
  const other = slot === 'messages' ? 'parts' : slot === 'messages.parts' ? 'content' : undefined
  return other === undefined || !isPolyglot(draft)
    ? draft
    : { ...draft, body: without(draft.body, ['messages', 0, other]) as Draft['body'] }
}

/** The fields as the prompt, the other guesses gone; a message with two texts, or a box, has it in all its places. */
function keepNamed(draft: Draft, fields: readonly string[]): Draft {
  const kept = Object.entries(draft.body).filter(([name, value]) => fields.includes(name) || promptSlots(value).length === 0)
  return keepAll({ ...draft, body: Object.fromEntries(kept) })
}

/** Everything that may be the prompt carries what is said. */
const keepAll = (draft: Draft): Draft => ({
  ...draft,
  body: mapLeaves(draft.body, (leaf) => leaf.replace(/\{\{prompt@[^{}]+\}\}/g, '{{prompt}}')) as Draft['body'],
})

/** What was heard, as if only this field had been sent: nobody reads the others. */
function heardBy({ heard, tasks }: Found, slot: string): Heard {
  const task = tasks.get(slot)
  if (!task) return heard
  return { ...heard, said: task.prompt, tasks: [task], before: heard.tasks.filter((one) => one !== task).map((one) => one.prompt) }
}

/** The same request without any field that may be the prompt: an error to it names what is missing. */
async function sendNothing(prober: Prober, draft: Draft): Promise<Empty> {
  const bare = { ...draft, body: withoutSlots(draft.body) }
  const { response, body } = await sendDraft(prober, bare, new Map(), { what: 'sent the same without any text', isGuess: true })
  const isAnswer = response.status < 300 && body.kind !== 'html' && !isErrorBody(response)
  return isAnswer
    ? { heard: { said: '', tasks: [], leaves: findLeaves(body) }, issues: [] }
    : { heard: undefined, issues: readIssues(response) }
}

const withoutSlots = (body: Draft['body']): Draft['body'] =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => promptSlots(value).length === 0))

/** The fields that an empty body's error speaks of, among those that we sent: one name, perhaps in several spellings. */
function namedFields(draft: Draft, { issues }: Empty): readonly string[] {
  const slots = fieldsOf(promptSlots(draft.body))
  const wanted = promptSlots(applyIssues(emptyDraft, issues).body)
  // Spring puts the method in front of the field, so the end of a path counts first.
  const ends = [wanted.map((slot) => slot.split('.').at(-1)!), wanted.map((slot) => slot.split('.')[0]!)]
  const named =
    ends.map((names) => slots.filter((slot) => names.some((name) => folded(name) === folded(slot)))).find((found) => found.length > 0) ?? []
  return new Set(named.map(folded)).size === 1 ? named : []
}

/** A name without what Go, C# and Python spell differently. */
const folded = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

const fieldsOf = (slots: readonly string[]): readonly string[] => [...new Set(slots.map((slot) => slot.split('.')[0]!))]

/** How often each of the usual fields is the one, by its place in the list: half the weight is left out each time. */
const weightAt = (index: number): number => 1 / (index + 2)

/** Whether an endpoint that answers when nothing is asked gives another answer to nothing each time: then no field can be told by it. */
async function changesByItself(prober: Prober, found: Found, empty: Heard | undefined): Promise<boolean> {
  if (!empty || words(empty) === '' || words(empty) === words(found.heard)) return false
  const again = await sendNothing(prober, found.draft)
  return again.heard !== undefined && words(again.heard) !== words(empty)
}

/** Leaves fields out until one is left, the likelier half first. Undefined: the answers do not depend on any of them. */
async function narrow(prober: Prober, found: Found, empty: Heard | undefined, slots: readonly string[]): Promise<string | undefined> {
  const nothing = words(empty)
  if (empty && nothing === words(found.heard)) return undefined
  if (wordLeaves(found.heard).length === 0 && found.heard.leaves.some((leaf) => isEcho(leaf, found.heard))) return undefined
  const weights = new Map(slots.map((slot, index) => [slot, weightAt(index)]))
  let left = slots
  let isDoubtful = false
  while (left.length > 1) {
    const half = likelierHalf(left, weights)
    const { works, failed } = await tryOnly(half)
    isDoubtful = works ? false : isDoubtful || failed
    left = works ? half : left.slice(half.length)
  }
  // Left over because others failed on the server's side, and never seen to work: it has to show.
  return isDoubtful && !(await tryOnly(left)).works ? undefined : left[0]

  async function tryOnly(some: readonly string[]): Promise<Readonly<{ works: boolean; failed: boolean }>> {
    const body = Object.fromEntries(Object.entries(found.draft.body).filter(([key]) => some.includes(key) || !slots.includes(key)))
    const task = drawTask(prober.dice)
    const { response, body: heard } = await sendDraft(
      prober,
      { ...found.draft, body },
      new Map(promptSlots(body).map((slot) => [slot, task.prompt])),
      { what: `sent only ${some.join(', ')}`, isGuess: true },
    )
    const works =
      response.status < 300 && !isErrorBody(response) && (!empty || words({ said: '', tasks: [], leaves: findLeaves(heard) }) !== nothing)
    return { works, failed: response.status >= 500 }
  }
}

function likelierHalf(left: readonly string[], weights: ReadonlyMap<string, number>): readonly string[] {
  const total = left.reduce((sum, slot) => sum + weights.get(slot)!, 0)
  let sum = 0
  const end = left.findIndex((slot) => {
    sum += weights.get(slot)!
    return sum >= total / 2
  })
  return left.slice(0, Math.min(end + 1, left.length - 1))
}

const words = (heard: Heard | undefined): string =>
  (heard?.leaves ?? [])
    .map((leaf) => leaf.text)
    .filter((text) => /\s/.test(text.trim()))
    .join('\n')
