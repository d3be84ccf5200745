import { isObject, listAt, stringAt } from '../protocols/parse-json.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { isIdName, promptLikeness } from './field-names.ts'
import type { Prober } from './prober.ts'

/** What stands in a place for a value: what is said, the session's id, a fixed word, or an object. */
type Value = 'prompt' | 'session' | Readonly<{ literal: string }> | Readonly<{ fields: Values }>
type Values = Readonly<Record<string, Value>>
/** Names to read of an answer; an empty selection is a scalar. */
type Selection = Readonly<{ [name: string]: Selection }>
type Guess = Readonly<{
  operation: 'mutation' | 'query'
  field: string
  args: Values
  selection: Selection
  types: Readonly<Record<string, string>>
}>

/** Asked for beside every guess, so that nothing is ever executed while we are guessing. */
const sentinel = 'noSuchFieldHere'
const fieldNames =
  'chat ask sendMessage sendChatMessage chatMessage message createMessage postMessage addMessage reply respond answer prompt complete completion generate converse talk query assistant askAssistant askQuestion askBot chatbot bot submitMessage sendPrompt generateText'.split(
    ' ',
  )
const textNames = ['message', 'text', 'prompt', 'question', 'query', 'content', 'input', 'body', 'msg']
const answerNames = ['text', 'reply', 'content', 'answer', 'message', 'response', 'output', 'body', 'result', 'completion', 'data']
const mostRounds = 5

/** A request for somebody to talk to whose schema is hidden: its validation errors say which names are right. */
export async function guessGraphQl(prober: Prober): Promise<Draft | undefined> {
  for (const operation of ['mutation', 'query'] as const) {
    const errors = await ask(prober, `${operation} { ${fieldNames.join(' ')} ${sentinel} }`, 'tried the usual names of GraphQL fields')
    const field = likeliestField(errors)
    if (field === undefined) continue
    const guess = await refine(prober, firstGuess(operation, field, errors))
    if (guess) return toDraft(guess)
  }
  return undefined
}

async function ask(prober: Prober, query: string, what: string): Promise<readonly string[]> {
  const { body } = await prober.send(
    {
      method: 'POST',
      url: prober.url,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables: { text: 'Hello', session: 's' } }),
    },
    what,
  )
  const errors = body.kind === 'json' && isObject(body.value) ? listAt(body.value, 'errors') : []
  return errors.map((error) => (stringAt(error, 'message') ?? '').slice(0, 1000))
}

/** The first of our names that is not refused, or a name that the server offers instead. */
function likeliestField(errors: readonly string[]): string | undefined {
  const refused = new Set(errors.flatMap((error) => /^Cannot query field "(\w+)"/.exec(error)?.[1] ?? []))
  if (!refused.has(sentinel)) return undefined // it does not tell us which names are wrong
  const offered = errors.flatMap((error) => (/^Cannot query field/.test(error) ? suggested(error) : []))
  const known = fieldNames.filter((name) => !refused.has(name))
  return known[0] ?? offered.find((name) => /chat|ask|message|send|prompt|answer|converse|assistant|complet|reply|talk|bot/i.test(name))
}

/** The names after “Did you mean”. */
const suggested = (error: string): readonly string[] =>
  [...(/Did you mean (.{1,300})\?/.exec(error)?.[1] ?? '').matchAll(/"(\w{1,64})"/g)].map((match) => match[1]!)

function firstGuess(operation: Guess['operation'], field: string, errors: readonly string[]): Guess {
  const required = errors.flatMap((error) => {
    const found = requiredArgument(error)
    return found?.field === field ? [found] : []
  })
  const args =
    required.length > 0
      ? required.map(({ name, type }) => [name, valueFor(name, type)] as const)
      : textNames.map((name) => [name, 'prompt'] as const)
  const isScalar = !errors.some((error) => error.startsWith(`Field "${field}" of type`) && /must have a selection/.test(error))
  const types = Object.fromEntries(required.filter(({ name }) => valueFor(name, 'String') === 'prompt').map(({ type }) => ['text', type]))
  return {
    operation,
    field,
    args: Object.fromEntries(args),
    selection: isScalar ? {} : leaves(),
    types: /^(?:String|ID)!?$/.test(types['text'] ?? '') ? types : {},
  }
}

const leaves = (): Selection => Object.fromEntries(answerNames.map((name) => [name, {}]))

function valueFor(name: string, type: string): Value {
  const bare = type.replace(/[![\]]/g, '')
  if (bare === 'Int' || bare === 'Float') return { literal: '1' }
  if (bare === 'Boolean') return { literal: 'false' }
  if (bare !== 'String' && bare !== 'ID') return { fields: Object.fromEntries(textNames.map((one) => [one, 'prompt' as const])) }
  return isIdName(name) ? 'session' : promptLikeness(name) === 0 ? { literal: '"en"' } : 'prompt'
}

/** Sends the guess with the sentinel and does what the errors say, until only the sentinel is wrong. */
async function refine(prober: Prober, first: Guess): Promise<Guess | undefined> {
  let guess = first
  for (let round = 0; round < mostRounds; round++) {
    const errors = await ask(prober, write(guess, ` ${sentinel}`), 'tried names of GraphQL arguments and members')
    const next = errors.reduce(repair, guess)
    if (JSON.stringify(next) === JSON.stringify(guess)) return hasPrompt(guess.args) ? guess : undefined
    guess = next
  }
  return undefined
}

const hasPrompt = (values: Values): boolean =>
  Object.values(values).some((value) => value === 'prompt' || (typeof value === 'object' && 'fields' in value && hasPrompt(value.fields)))

/** One validation error, in the words of graphql-js, which most servers share. */
function repair(guess: Guess, error: string): Guess {
  const args = (change: (values: Values) => Values): Guess => ({ ...guess, args: change(guess.args) })
  const [, unknownArg] = /^Unknown argument "(\w+)"/.exec(error) ?? []
  if (unknownArg !== undefined) return args((values) => offer(drop(values, unknownArg), suggested(error)))
  const argument = requiredArgument(error)
  if (argument) return args((values) => ({ ...values, [argument.name]: valueFor(argument.name, argument.type) }))
  const member = requiredMember(error)
  if (member) return args((values) => inObjects(values, (fields) => ({ ...fields, [member.name]: valueFor(member.name, member.type) })))
  const unknownMember = /^Field "(\w+)" is not defined by type/.exec(error)?.[1] ?? /not to include unknown field "(\w+)"/.exec(error)?.[1]
  if (unknownMember !== undefined)
    return args((values) => inObjects(values, (fields) => offer(drop(fields, unknownMember), suggested(error))))
  const [, expected] = /used in position expecting type "([\w![\]]+)"/.exec(error) ?? []
  const [, variable] = /^Variable "\$(\w+)"/.exec(error) ?? []
  if (expected !== undefined && variable !== undefined) return expect(guess, variable, expected)
  const [, wrong] = /^Cannot query field "(\w+)" on type/.exec(error) ?? []
  if (wrong !== undefined && wrong !== sentinel) return { ...guess, selection: without(guess.selection, wrong, suggested(error)) }
  const [, scalar] = /^Field "(\w+)" must not have a selection/.exec(error) ?? []
  if (scalar !== undefined)
    return scalar === guess.field ? { ...guess, selection: {} } : { ...guess, selection: nest(guess.selection, scalar, {}) }
  const [, object] = /^Field "(\w+)" of type "[\w![\]]+" must have a selection/.exec(error) ?? []
  if (object === guess.field) return { ...guess, selection: leaves() }
  return object === undefined
    ? guess
    : { ...guess, selection: nest(guess.selection, object, { text: {}, content: {}, body: {}, message: {} }) }
}

/** As versions 16 and 17 word it. */
function requiredArgument(error: string): Readonly<{ field: string; name: string; type: string }> | undefined {
  const match =
    /^Field "(\w+)" argument "(\w+)" of type "([\w![\]]+)" is required/.exec(error) ??
    /^Argument "\w+\.(\w+)\((\w+):\)" of type "([\w![\]]+)" is required/.exec(error)
  return match ? { field: match[1]!, name: match[2]!, type: match[3]! } : undefined
}
function requiredMember(error: string): Readonly<{ name: string; type: string }> | undefined {
  const match =
    /^Field "\w+\.(\w+)" of required type "([\w![\]]+)" was not provided/.exec(error) ??
    /^Expected value of type "[\w![\]]+" to include required field "(\w+)"/.exec(error)
  return match ? { name: match[1]!, type: match[2] ?? 'String!' } : undefined
}

const drop = (values: Values, name: string): Values => Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
const offer = (values: Values, names: readonly string[]): Values => ({
  ...Object.fromEntries(names.filter((name) => promptLikeness(name) > 0).map((name) => [name, 'prompt'])),
  ...values,
})
const inObjects = (values: Values, change: (fields: Values) => Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && 'fields' in value ? { fields: change(value.fields) } : value,
    ]),
  )

/** A variable stands where another type is wanted: a text of another type, or an object. */
function expect(guess: Guess, variable: string, type: string): Guess {
  const bare = type.replace(/[![\]]/g, '')
  if (bare === 'String' || bare === 'ID') return { ...guess, types: { ...guess.types, [variable]: `${bare}!` } }
  const args = Object.entries(guess.args).map(([name, value]) => [name, value === 'prompt' ? valueFor(name, type) : value] as const)
  return { ...guess, args: Object.fromEntries(args) }
}

const without = (selection: Selection, name: string, offered: readonly string[]): Selection =>
  Object.fromEntries([
    ...Object.entries(selection)
      .filter(([key, inner]) => key !== name || Object.keys(inner).length > 0)
      .map(([key, inner]) => [key, without(inner, name, [])] as const),
    ...offered.filter((one) => answerNames.includes(one) && selection[one] === undefined).map((one) => [one, {}] as const),
  ])
const nest = (selection: Selection, name: string, inner: Selection): Selection =>
  Object.fromEntries(Object.entries(selection).map(([key, value]) => [key, key === name ? inner : value]))

function write({ operation, field, args, selection, types }: Guess, more = ''): string {
  const text = types['text'] ?? 'String!'
  const used = JSON.stringify(args)
  const declared = [
    ...(used.includes('"prompt"') ? [`$text: ${text}`] : []),
    ...(used.includes('"session"') ? [`$session: ${types['session'] ?? 'String!'}`] : []),
  ]
  const head = declared.length > 0 ? `(${declared.join(', ')})` : ''
  const given = Object.keys(args).length > 0 ? `(${writeValues(args)})` : ''
  return `${operation} Ask${head} { ${field}${given}${writeSelection(selection)}${more} }`
}
const writeValues = (values: Values): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}: ${value === 'prompt' ? '$text' : value === 'session' ? '$session' : 'literal' in value ? value.literal : `{${writeValues(value.fields)}}`}`,
    )
    .join(', ')
const writeSelection = (selection: Selection): string => {
  const names = Object.entries(selection)
  return names.length === 0 ? '' : ` { ${names.map(([name, inner]) => `${name}${writeSelection(inner)}`).join(' ')} }`
}

function toDraft(guess: Guess): Draft {
  const session = JSON.stringify(guess.args).includes('"session"') ? { session: '{{session}}' } : {}
  return { ...emptyDraft, body: { query: write(guess), variables: { text: '{{prompt@text}}', ...session } } }
}
