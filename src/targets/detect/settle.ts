import { toProblem } from '../../domain/problem.ts'
import type { ConversationKind } from '../../domain/target.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { excerpt } from '../protocols/read-status.ts'
import { converse, converseBySigns } from './converse.ts'
import { type Decision, decide, textAt } from './decide.ts'
import { endsSearch, type Failure } from './failure.ts'
import { findSolution, type Heard, isFound, likeliness } from './find-answer.ts'
import { drawName, type Following, follows, isOneSentence, takesUpRare, topicOf } from './follows.ts'
import { withMessages } from './history-template.ts'
import type { Leaf } from './leaves.ts'
import type { Prober } from './prober.ts'
import { isRewriting } from './rewrites.ts'
import { drawTask } from './task.ts'
import { isGeneric, openConversation, say, type Way } from './way.ts'

/** A first answer, and the way it was got. `empty` is what came when nothing was asked, if anything did. */
export type Meeting = Readonly<{
  way: Way
  heard: readonly Heard[]
  answer: Answer | undefined
  strict: boolean
  told: boolean
  empty?: Heard | undefined
}>

/** Somebody who answers, and how sure we are. */
export type Settled = Readonly<{
  way: Way
  conversation: ConversationKind
  shared: boolean
  confidence: number
  sample: Readonly<{ sent: string; received: string }>
  notes: readonly string[]
}>

/** Nobody we would call an AI endpoint; `doubtful` is how it would be talked to all the same. */
export type Unsettled = Readonly<{ failure: Failure; doubtful?: Settled }>

/** Makes sure that words come back which depend on what is said, and finds out how a conversation is kept. */
export async function settle(prober: Prober, met: Meeting): Promise<Settled | Unsettled> {
  const way = withMessages(met.way, met.answer)
  const isObeying = met.heard.some((one) => findSolution(one) !== undefined || one.refused || one.called)
  // Whoever does not do the task is greeted first: if that is not taken up either, there is no use in asking for a code.
  const greeted = isObeying ? [] : await sayOr(prober, met.way, greeting(prober), 'greeted it with an invented name')
  const isListening = isObeying || takesPart(decide([...met.heard, ...greeted]))
  const talk = isListening ? await converseOr(prober, way, met) : converseBySigns(prober, way, met.answer)
  const talked: Talked = { talk, met, heard: [...met.heard, ...greeted, ...talk.heard] }
  const drawn = await drawOut(prober, talked, greeted.length > 0)
  const later = await pastItsGreeting(prober, drawn)
  return later ? settle(prober, later) : conclude(prober, drawn)
}

/** A meeting, how its conversation is kept, and everything that was heard. */
type Talked = Readonly<{ talk: Talk; met: Meeting; heard: readonly Heard[] }>

const takesPart = (decision: Decision): boolean =>
  decision.kind === 'solved' || decision.kind === 'refuses' || (decision.kind === 'differs' && decision.related)

/** Says something else to somebody who always says the same, until he does not. */
async function drawOut(prober: Prober, talked: Talked, isGreeted: boolean): Promise<Talked> {
  let { heard } = talked
  const decision = decide(heard)
  if (decision.kind !== 'constant' && decision.kind !== 'wordless' && decision.kind !== 'echo') return talked
  for (const text of openers(prober, decision, isGreeted)) {
    heard = [...heard, ...(await sayOr(prober, talked.talk.way, text))]
    const { kind } = decide(heard)
    if (kind === 'differs' || kind === 'solved') break
  }
  return { ...talked, heard }
}

const hello = 'Hello!'

/** An endpoint that greets whoever is new, whatever he says: it listens from the second message on. Undefined: it is not one. */
async function pastItsGreeting(prober: Prober, { talk, met, heard }: Talked): Promise<Meeting | undefined> {
  const decision = decide(heard)
  const keepsSomebody = (talk.kind === 'cookie' || talk.kind === 'session') && isGeneric(talk.way) && talk.way.protocol !== 'websocket'
  if (decision.kind !== 'constant' || !keepsSomebody || met.way.settings['hello'] !== undefined || prober.mayAsk() < 4) return undefined
  const { path, snapshots } = decision.leaf
  const way = { ...talk.way, settings: { ...talk.way.settings, response_path: path, ...(snapshots ? { snapshots: true } : {}) } }
  const conversation = openConversation(prober, way)
  const task = drawTask(prober.dice)
  const second = await unlessSilent(async () => {
    await say(prober, way, conversation, { text: hello, what: 'said hello' })
    return say(prober, way, conversation, {
      text: task.prompt,
      tasks: [task],
      what: 'asked it in the same conversation to join two halves of a word',
    })
  })
  if (!second || second.leaves[0]?.text === decision.leaf.text) return undefined
  return { ...met, way: { ...way, settings: { ...way.settings, hello } }, heard: [second] }
}

/** What all that was heard comes to. */
async function conclude(prober: Prober, { talk, met, heard }: Talked): Promise<Settled | Unsettled> {
  const decision = decide(heard)
  const isOnce = new Set(heard.map((one) => one.said)).size < 2
  // Too slow for a second answer: words in a known envelope are worth a try, and the scan's own controls check them again.
  if (decision.kind === 'constant' && isOnce && !isGeneric(talk.way))
    return { ...finish({ kind: 'differs', leaf: decision.leaf, heard: decision.heard, related: false }, talk, met), confidence: 0.5 }
  // One answer can't be the same as any other: what came to the other texts were errors.
  if (decision.kind === 'constant' && isOnce) return { failure: heardOnce(prober) }
  // What the operator says is a chat is taken as one: only whether it answers is found out.
  if (decision.kind === 'differs' && !decision.related && !met.told) return concludeUnrelated(prober, { talk, met, heard }, decision)
  return concludeFrom(decision, { talk, met, heard })
}

/** Words that change, but not visibly with ours: whether they follow what is said is found out. */
async function concludeUnrelated(prober: Prober, { talk, met, heard }: Talked, decision: Differing): Promise<Settled | Unsettled> {
  const { leaf } = decision
  const { kind, all } = await listen(prober, talk, met, { heard, leaf })
  const isConstant = kind === 'constant' && isOneSentence(all.map((one) => textAt(one, leaf)))
  const finished = finish(preferFirst(decision, all), talk, met)
  if (kind === 'unknown') return { ...finished, confidence: 0.5 }
  if (isConstant) return concludeFrom({ kind: 'constant', leaf, heard: decision.heard }, { talk, met, heard: all })
  if (kind === 'chance' || kind === 'constant')
    return {
      failure: { code: 'not_an_ai_endpoint', message: 'The words change from request to request, but not with what is said.' },
      doubtful: finished,
    }
  return concludeFrom(decision, { talk, met, heard: all })
}

function concludeFrom(decision: Decision, { talk, met, heard }: Talked): Settled | Unsettled {
  if (decision.kind === 'differs' && isRewriting(heard, (one) => textAt(one, decision.leaf)))
    return {
      failure: {
        code: 'not_an_ai_endpoint',
        message: 'The endpoint puts what is sent into other words (a translation, a correction): it answers no question.',
      },
      doubtful: finish(decision, talk, met),
    }
  const failure = toRefusal(decision, heard)
  if (failure && decision.kind === 'constant')
    return { failure, doubtful: finish({ ...decision, kind: 'differs', related: false }, talk, met) }
  if (failure) return { failure }
  return finish(preferFirst(decision as Finished, heard), talk, met)
}

type Differing = Extract<Decision, { kind: 'differs' }>
type Finished = Extract<Decision, { kind: 'solved' | 'differs' | 'refuses' }>
type Talk = Readonly<{ kind: ConversationKind; way: Way; heard: readonly Heard[]; note: string; shared: boolean }>

/** An endpoint that fails while we look for its memory can still be talked to. */
async function converseOr(prober: Prober, way: Way, met: Meeting): Promise<Talk> {
  try {
    return await converse(prober, way, {
      answer: met.answer,
      strict: met.strict,
      obeys: met.heard.some((one) => findSolution(one) !== undefined),
      single: met.way,
    })
  } catch (error) {
    const problem = toProblem(error)
    if (endsSearch(error)) throw error
    if (way !== met.way) return converseOr(prober, met.way, met)
    return { ...converseBySigns(prober, way, met.answer), note: `How it keeps a conversation could not be found out: ${problem.detail}` }
  }
}

async function sayOr(prober: Prober, way: Way, text: string, what = 'said something else'): Promise<readonly Heard[]> {
  const heard = await unlessSilent(() => say(prober, way, openConversation(prober, way), { text, what }))
  return heard ? [heard] : []
}

/** Undefined when no answer comes; what ends every search is thrown. */
async function unlessSilent<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = toProblem(error)
    if (endsSearch(error) || code === 'target_auth_failed' || code === 'target_blocked') throw error
    return undefined
  }
}

/** Finds out whether the words follow what is said, given that they change. */
async function listen(
  prober: Prober,
  talk: Talk,
  met: Meeting,
  { heard, leaf }: Readonly<{ heard: readonly Heard[]; leaf: Leaf }>,
): Promise<Readonly<{ kind: Following; all: readonly Heard[] }>> {
  const all = [...heard]
  const textOf = (one: Heard) => textAt(one, leaf)
  const ask = async (text: string, what: string) => {
    const [one] = await sayOr(prober, talk.way, text, what)
    if (one) all.push(one)
    return one
  }
  // The same text will be said again in a fresh conversation, and must mean the same there.
  const later = talk.kind === 'none' ? [] : talk.heard.slice(1)
  const known = heard.filter((one) => one.tasks.length <= 1 && !later.includes(one)).map((one) => ({ said: one.said, text: textOf(one) }))
  const answersNothing = met.empty !== undefined && textOf(met.empty) !== ''
  const kind = await follows(prober, ask, { known, answersNothing, textOf })
  return { kind: kind !== 'follows' && takesUpRare(all, textOf) ? 'follows' : kind, all }
}

/** Something for a bot that keeps to its subject: a greeting, then its own words together with what people ask everywhere. */
function openers(prober: Prober, decision: Decision, isGreeted: boolean): readonly string[] {
  const hello = isGreeted ? [] : [greeting(prober)]
  if (decision.kind !== 'constant') return hello
  const topic = topicOf(decision.leaf.text)
  return [...hello, topic ? `Please tell me more about ${topic}. ${everyday}` : everyday]
}
const everyday =
  'I need some help, please. What does it cost, when are you open, how do I place or return an order, and whom do I ask about my account?'

/** With an invented name: whoever greets it back has read it, in whatever language. */
const greeting = (prober: Prober): string =>
  `Hello! My name is ${drawName(prober.dice)}. Please greet me by my name. What can you help me with?`

function toRefusal(decision: Decision, heard: readonly Heard[]): Failure | undefined {
  if (decision.kind === 'echo') return { code: 'echo', message: 'The endpoint only repeats what is sent to it.' }
  if (decision.kind === 'wordless' && heard.some((one) => one.leaves.some(isFound)))
    return {
      code: 'not_an_ai_endpoint',
      message: 'The endpoint finds or sorts things (records, labels with scores): it answers no question.',
    }
  if (decision.kind === 'wordless')
    return { code: 'not_an_ai_endpoint', message: 'The endpoint accepts requests but never answers in words.' }
  if (decision.kind !== 'constant') return undefined
  // The same text in a place where nobody would look for an answer is data, not somebody who repeats himself.
  if (likeliness(decision.leaf) < 2)
    return { code: 'not_an_ai_endpoint', message: 'The endpoint serves the same data whatever is said: it answers no question.' }
  return { code: 'constant_answer', message: `The endpoint gives the same answer whatever is said: “${decision.leaf.text.slice(0, 80)}”.` }
}

function heardOnce(prober: Prober): Failure {
  const { what, status, said } = prober.trace.at(-1)!
  const last = status === null ? excerpt(said, 120) : `HTTP ${status}${said.trim() ? ` ${excerpt(said, 120)}` : ''}`
  return {
    code: 'error',
    message: `The endpoint answered only once; whether it listens could not be found out. The last request (${what}) came to: ${last}`,
  }
}

/** The first exchange makes the best sample: it stands alone. */
function preferFirst(decision: Finished, heard: readonly Heard[]): Finished {
  const first = heard[0]
  const leaf =
    decision.kind === 'differs' && first && first.tasks.length <= 1
      ? first.leaves.find((one) => one.path === decision.leaf.path)
      : undefined
  return decision.kind === 'differs' && first && leaf?.text ? { ...decision, heard: first, leaf } : decision
}

function finish(decision: Finished, talk: Talk, met: Meeting): Settled {
  const leaf = decision.kind === 'refuses' ? decision.heard.leaves[0] : decision.leaf
  const generic = isGeneric(talk.way)
  const said = decision.heard.tasks.find((task) => decision.kind === 'solved' && task === decision.task)?.prompt ?? decision.heard.said
  const text = leaf?.text ?? ''
  const echoes = generic && text.startsWith(said) && text.length > said.length
  const place =
    generic && leaf ? { response_path: leaf.path, ...(leaf.snapshots ? { snapshots: true } : {}), ...(echoes ? { echoes: true } : {}) } : {}
  const way = {
    ...talk.way,
    settings: {
      ...talk.way.settings,
      ...(met.way.settings['response_path'] === undefined ? place : {}),
      ...(generic && talk.way.protocol !== 'websocket' ? { conversation: talk.kind } : {}),
    },
  }
  const received = echoes ? text.slice(said.length).trimStart() : text
  const why = {
    solved: 'It solved a task whose solution was not in the request.',
    differs: 'It did not do the task, but its words follow what is said.',
    refuses: 'It declined in the words of its protocol.',
  }[decision.kind]
  const confidence = decision.kind === 'solved' ? (generic ? 0.95 : 0.99) : generic ? 0.7 : 0.85
  return { way, conversation: talk.kind, shared: talk.shared, confidence, sample: { sent: said, received }, notes: [why, talk.note] }
}
