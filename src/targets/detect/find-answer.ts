import type { Leaf } from './leaves.ts'
import { solves, type Task } from './task.ts'

/** What was said and what came back, place by place. */
export type Heard = Readonly<{
  said: string
  /** What else of ours was in the request, such as the conversation before. */
  before?: readonly string[]
  leaves: readonly Leaf[]
  tasks: readonly Task[]
  /** The protocol itself declares a refusal: something with a policy is there. */
  refused?: boolean
  /** It wants to call a tool. */
  called?: boolean
}>

/** The place that holds the solution of a task: the likeliest, when several do. */
export function findSolution(heard: Heard): Readonly<{ leaf: Leaf; task: Task }> | undefined {
  const found = heard.tasks.flatMap((task) => heard.leaves.filter((leaf) => solves(task, leaf.text)).map((leaf) => ({ leaf, task })))
  return best(found, ({ leaf, task }) => likeliness(leaf) - (leaf.text.includes(task.prompt) ? 6 : 0) - Math.log10(leaf.text.length + 1))
}

/** Places that may hold an answer in words, best first: not an id, not a date, not what we said. */
export function wordLeaves(heard: Heard): readonly Leaf[] {
  return heard.leaves.filter((leaf) => isAnswerLike(leaf) && !isEcho(leaf, heard)).toSorted((a, b) => rank(b, heard) - rank(a, heard))
}

/** Whether a place only repeats what we said: one text of ours or several, perhaps in other letters, with a few words around. */
export function isEcho(leaf: Leaf, heard: Heard): boolean {
  const ours = [heard.said, ...heard.tasks.map((task) => task.prompt), ...(heard.before ?? [])]
  const rest = ours.reduce(withoutCopy, leaf.text)
  return rest !== normal(leaf.text) && wordCount(rest) <= 4 && rest.length < 40
}

const rank = (leaf: Leaf, heard: Heard): number =>
  likeliness(leaf) + Math.min(wordCount(leaf.text), 12) / 4 - (withoutCopy(leaf.text, heard.said) === normal(leaf.text) ? 0 : 4)

/** The place whose words change with what is said; undefined when none does. */
export function findDifference(one: Heard, other: Heard): Leaf | undefined {
  const before = new Map(one.leaves.map((leaf) => [leaf.path, leaf.text]))
  const candidates = wordLeaves(other).filter((leaf) => {
    const earlier = before.get(leaf.path)
    return earlier !== undefined && withoutCopy(earlier, one.said) !== withoutCopy(leaf.text, other.said)
  })
  return candidates.find((leaf) => bare(before.get(leaf.path)!) !== bare(leaf.text))
}

/** A text without what we said in it, forwards or backwards, whatever its case. */
function withoutCopy(text: string, said: string): string {
  const plain = normal(said)
  if (plain.length < 8) return normal(text)
  return normal(text)
    .replaceAll(plain, ' ')
    .replaceAll([...plain].reverse().join(''), ' ')
    .trim()
}

const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
/** What remains when numbers and ids may change from answer to answer. */
const bare = (text: string): string =>
  normal(text)
    .replace(/(?<![\w-])[\w-]*\d[\w:.,/+-]*/g, '#')
    .replace(/[\p{N}]+/gu, '#')

const wordCount = (text: string): number => text.match(/\p{L}[\p{L}\p{M}'’]*/gu)?.length ?? 0

function isAnswerLike(leaf: Leaf): boolean {
  const text = leaf.text.trim()
  if (text === '' || /^[\w+/=-]{16,}$/.test(text) || /^https?:\/\/\S+$/.test(text) || /^\d{4}-\d\d-\d\d[T ]/.test(text)) return false
  if (likeliness(leaf) <= -4 || isFound(leaf)) return false
  const isNamed = likeliness(leaf) >= 2
  return isNamed
    ? /\p{L}|\p{N}/u.test(text)
    : wordCount(text) >= 2 || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]{4}/.test(text)
}

const answerNames =
  /^(?:answer|reply|response|text|content|message|output|output_text|completion|generated_text|result|msg|body|markdown|bot_?(?:response|reply|message|answer)|assistant|assistant_?(?:message|reply|response)|text_?response|speech|utterance|fulfillment_?text|delta|token|chunk|say|said|value|llm_?(?:output|response)|ai_?(?:message|response|reply)|data|reply_?text|response_?text|answer_?text|final_?(?:answer|output|response)|antwort|respuesta|reponse|r[ée]ponse|risposta|resposta|回答|回复|答案)$/i
const strongNames =
  /^(?:answer|reply|response|completion|generated_text|output_text|bot_?(?:response|reply|message|answer)|assistant_?(?:message|reply|response)|text_?response|reply_?text|response_?text|answer_?text|final_?(?:answer|output|response))$/i
const otherNames =
  /(?:^|_)(?:id|ids|uuid|guid|url|uri|href|link)$|Id$|^(?:created\w*|updated\w*|time\w*|date\w*|model\w*|role|type|status|state|object|version|finish\w*|stop\w*|question|quer(?:y|ies)|input\w*|prompt\w*|history|user\w*|code|currency|lang\w*|locale|name|title|author|email|sources?|citations?|references?|documents?|context|suggest\w*|follow\w*|hint\w*|disclaimer\w*|footer|legal|notice|system\w*|instructions?|error\w*|warning\w*|debug\w*|trace\w*|log\w*|meta\w*|headers?|sent|request\w*|you|human|received|greeting|reasoning\w*|thinking|thought\w*|analysis|scratchpad|intent|sentiment|category|categories|tags?|keywords?|summary|event|tool\w*|usage|tokens)$/i

const recordLists =
  /^(?:results?|hits|items|documents|docs|matches|products|records|rows|entries|articles|passages|chunks|nodes|listings)$/i
/** Members that a found record has beside its text, and a label beside its name. */
const recordMembers =
  /^_?(?:score|distance|similarity|relevance|rank|sku|price|isbn|url|link|href|label|start|end|offset|span|entity|entity_group)$/i
const labelMembers = /^(?:score|confidence|probability|prob|logit)$/i
const labelNames = /^(?:label|prediction|class|intent|topic|emotion|sentiment|category|verdict|decision)$/i

/** Whether a place holds what was looked up or sorted rather than said: a record of a search, or a label with its score. */
export function isFound(leaf: Leaf): boolean {
  const names = leaf.steps.flatMap((step) => (step.kind === 'key' ? [step.name] : []))
  const has = (pattern: RegExp) => leaf.beside?.some((name) => pattern.test(name)) === true
  if (labelNames.test(names.at(-1) ?? '') && has(labelMembers)) return true
  const isListed = leaf.steps.some((step) => step.kind === 'index' || step.kind === 'all' || step.kind === 'where')
  if (!isListed || names.some((name) => strongNames.test(name))) return false
  return has(recordMembers) || (leaf.many === true && names.slice(0, -1).some((name) => recordLists.test(name)))
}

/** How much a place sounds like that of an answer, by the names on the way to it. Only breaks ties. */
export function likeliness(leaf: Leaf): number {
  const names = leaf.steps.filter((step) => step.kind === 'key').map((step) => step.name)
  const last = names.at(-1) ?? ''
  const speaker = leaf.steps.find((step) => step.kind === 'where')
  let score = strongNames.test(last) ? 4 : answerNames.test(last) ? 2.5 : otherNames.test(last) ? -4 : 0
  for (const name of names.slice(0, -1))
    score += otherNames.test(name) ? -2.5 : answerNames.test(name) || name === 'choices' || name === 'candidates' ? 0.5 : 0
  if (speaker?.kind === 'where' && !speaker.equal) score += 2
  if (
    speaker?.kind === 'where' &&
    speaker.equal &&
    /reason|think|tool|debug|meta|status|source|citation|start|ping|usage/i.test(speaker.value)
  )
    score -= 5
  if (names.length === 0) score += 2.5
  return score - names.length * 0.2
}

const best = <T>(items: readonly T[], score: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>((top, item) => (top === undefined || score(item) > score(top) ? item : top), undefined)
