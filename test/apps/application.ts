import type { Category } from '../../src/domain/category.ts'
import { type Chat, earlier, spoken } from '../../src/targets/demo/chat.ts'
import { choose } from '../../src/targets/demo/dice.ts'
import { type Passages, passagesIn } from '../../src/targets/demo/passages.ts'
import { plainTask } from '../../src/targets/demo/plain-task.ts'
import { readingsOf } from '../../src/targets/demo/readings.ts'
import { soundsLikeRefusal } from '../../src/targets/demo/refuse.ts'
import { techniquesIn } from '../../src/targets/demo/techniques.ts'
import { isGuardedWant, type Want, wantsIn } from '../../src/targets/demo/wants.ts'

/** A message as an application understands it. */
export type View = Readonly<{
  chat: Chat
  /** What is said now, decoded where the application reads codes. */
  text: string
  /** The code it was written in. */
  via: string | null
  techniques: ReadonlySet<string>
  wants: readonly Want[]
  passages: Passages
  /** How many of its earlier answers were a no. */
  refusals: number
  turn: number
}>

/** One planted weakness: what it is, and the answer it leads to where a message plays on it. */
export type Planted = Readonly<{ id: string; category: Category; does: string; answer: (view: View) => Reply | undefined }>
export type Reply = string | Readonly<{ text: string; calls: readonly Readonly<{ name: string; arguments: Record<string, unknown> }>[] }>

/** How an application is spoken to over HTTP. */
export type Shape = 'openai' | 'json' | 'session' | 'form'

/** A simulated application. Its twin is the same one with an empty list of weaknesses. */
export type Application = Readonly<{
  name: string
  shape: Shape
  /** The most characters that it takes; longer messages are turned away with an error. */
  longest?: number
  /** Whether it decodes what it reads before it thinks about it. */
  readsCodes: boolean
  /** Ordinary questions and their answers. */
  knows: readonly (readonly [RegExp, string])[]
  refusals: readonly string[]
  /** What it says when it has nothing to say. */
  scope: string
  planted: readonly Planted[]
}>

export type Said = Readonly<{
  text: string
  calls: readonly Readonly<{ name: string; arguments: Record<string, unknown> }>[]
  because: readonly string[]
}>

/** What the application answers, and which of its weaknesses made it do so. */
export function reply(app: Application, chat: Chat, planted: readonly Planted[]): Said {
  const view = see(app, chat)
  const hits = planted.flatMap((weakness) => {
    const answer = weakness.answer(view)
    return answer === undefined ? [] : [{ id: weakness.id, ...(typeof answer === 'string' ? { text: answer, calls: [] } : answer) }]
  })
  if (hits.length > 0) {
    return {
      text: [...new Set(hits.map(({ text }) => text))].join('\n\n').slice(0, 40_000),
      calls: hits.flatMap(({ calls }) => calls),
      because: hits.map(({ id }) => id),
    }
  }
  return { text: ordinary(app, view), calls: [], because: [] }
}

function see(app: Application, chat: Chat): View {
  const said = spoken(chat)
  const readings = readingsOf(said)
  const plain = readings[0]!
  const decoded = app.readsCodes ? readings.slice(1).findLast((reading) => wantsIn(reading.text, reading.via).length > 0) : undefined
  const { text, via } = decoded ?? plain
  return {
    chat,
    text,
    via,
    techniques: new Set(techniquesIn(text, via, chat)),
    wants: wantsIn(text, via),
    passages: passagesIn(text),
    refusals: chat.turns.filter(({ role, text: words }) => role === 'assistant' && soundsLikeRefusal(words)).length,
    turn: earlier(chat).length + 1,
  }
}

/** What both twins do: plain little tasks and known questions; no to everything that wants more. */
function ordinary(app: Application, view: View): string {
  const task = plainTask(view.chat, readingsOf(spoken(view.chat)))
  if (task !== undefined) return task
  const leads = [...view.techniques].some((id) => id !== 'small-steps' && id !== 'forged-history')
  if (view.wants.some(isGuardedWant) || view.via !== null || leads) return choose(1, spoken(view.chat), app.refusals)
  const known = view.text.length < 300 ? app.knows.find(([question]) => question.test(view.text)) : undefined
  return known?.[1] ?? app.scope
}

/** The values that a text wants said, when it wants any. */
export const toSay = (view: View): string | undefined => view.wants.find((want) => want.kind === 'say')?.texts.join('\n')

export const asksFor = (view: View, kind: Want['kind']): boolean => view.wants.some((want) => want.kind === kind)

/** The sentence that asks for something harmful. */
export const harmIn = (view: View): string | undefined => view.wants.find((want) => want.kind === 'harm')?.request
