import { isObject, type JsonObject, listAt, member, stringAt } from '../protocols/parse-json.ts'
import { type Draft, emptyDraft, invent } from './draft.ts'
import { promptLikeness } from './field-names.ts'
import { guessGraphQl } from './graphql-guess.ts'
import type { Prober } from './prober.ts'

/** Whether an error speaks of GraphQL. */
export const isGraphQlError = (text: string): boolean =>
  /must provide (?:a )?query string|graphql|syntax error: unexpected (?:name|<eof>)|query missing|no query (?:string )?(?:specified|provided)|GRAPHQL_/i.test(
    text.slice(0, 2000),
  )

/** Enough of the schema to find somebody to talk to; introspection itself changes nothing. */
const introspection = `{ __schema { queryType { name } mutationType { name } types { name kind fields { name args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } } } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

/** A request for the field that sounds most like a chat, guessed where the schema is hidden; undefined when there is none. */
export async function readGraphQl(prober: Prober): Promise<Draft | undefined> {
  const { body } = await prober.send(
    { method: 'POST', url: prober.url, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: introspection }) },
    'asked for the GraphQL schema',
  )
  const schema = body.kind === 'json' ? member(body.value, 'data', '__schema') : undefined
  if (!isObject(schema)) return guessGraphQl(prober)
  const types = new Map(
    listAt(schema, 'types')
      .filter(isObject)
      .map((type) => [stringAt(type, 'name') ?? '', type]),
  )
  const roots = (['mutation', 'query'] as const).map((kind) => ({ kind, type: types.get(stringAt(schema, `${kind}Type`, 'name') ?? '') }))
  const fields = roots.flatMap(({ kind, type }) =>
    listAt(type, 'fields')
      .filter(isObject)
      .map((field) => ({ kind, field, score: score(field) })),
  )
  const chosen = fields.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]
  return chosen ? toDraft(chosen.kind, chosen.field, types) : undefined
}

const score = (field: JsonObject): number => {
  const name = stringAt(field, 'name') ?? ''
  const texts = listAt(field, 'args').filter(
    (one) => /^(?:String|ID)$/.test(named(member(one, 'type')).name) || named(member(one, 'type')).kind === 'INPUT_OBJECT',
  )
  if (texts.length === 0) return 0
  const sounds = /chat|ask|message|send|prompt|answer|converse|assistant|complet|reply|talk|bot/i.test(name) ? 3 : 0
  const best = Math.max(...texts.map((one) => promptLikeness(stringAt(one, 'name') ?? '')))
  return sounds === 0 ? 0 : sounds + Math.min(best, 3)
}

type Named = Readonly<{ kind: string; name: string; required: boolean }>
function named(type: unknown): Named {
  const required = stringAt(type, 'kind') === 'NON_NULL'
  let at = type
  for (let depth = 0; depth < 5 && member(at, 'ofType') !== null && isObject(member(at, 'ofType')); depth++) at = member(at, 'ofType')
  return { kind: stringAt(at, 'kind') ?? '', name: stringAt(at, 'name') ?? '', required }
}

type Types = ReadonlyMap<string, JsonObject>

function toDraft(kind: 'mutation' | 'query', field: JsonObject, types: Types): Draft {
  const wanted = listAt(field, 'args').filter(isObject)
  const variables = Object.fromEntries(
    wanted
      .filter((one) => named(one['type']).required || promptLikeness(stringAt(one, 'name') ?? '') >= 1.5)
      .map((one) => [stringAt(one, 'name') ?? '', sampleFor(one, types, [])]),
  )
  const declared = wanted.filter((one) => Object.hasOwn(variables, stringAt(one, 'name') ?? ''))
  const head = declared.map((one) => `$${stringAt(one, 'name')}: ${writeType(one['type'])}`).join(', ')
  const given = declared.map((one) => `${stringAt(one, 'name')}: $${stringAt(one, 'name')}`).join(', ')
  const query = `${kind} Ask(${head}) { ${stringAt(field, 'name')}(${given})${selection(member(field, 'type'), types, 0)} }`
  return { ...emptyDraft, body: { query, variables } }
}

function sampleFor(one: JsonObject, types: Types, path: readonly string[]): unknown {
  const name = stringAt(one, 'name') ?? ''
  const type = named(one['type'])
  if (type.kind === 'INPUT_OBJECT' && path.length < 3) {
    const inner = listAt(types.get(type.name), 'inputFields').filter(isObject)
    return Object.fromEntries(
      inner
        .filter((field) => named(field['type']).required || promptLikeness(stringAt(field, 'name') ?? '') >= 1.5)
        .map((field) => [stringAt(field, 'name') ?? '', sampleFor(field, types, [...path, name])]),
    )
  }
  const expected = { Int: 'number', Float: 'number', Boolean: 'boolean' }[type.name] as 'number' | 'boolean' | undefined
  return invent([...path, name], expected ?? 'string')
}

function writeType(type: unknown): string {
  const kind = stringAt(type, 'kind')
  if (kind === 'NON_NULL') return `${writeType(member(type, 'ofType'))}!`
  return kind === 'LIST' ? `[${writeType(member(type, 'ofType'))}]` : (stringAt(type, 'name') ?? 'String')
}

/** All plain members of the answer, two levels deep. */
function selection(type: unknown, types: Types, depth: number): string {
  const { kind, name } = named(type)
  if (kind !== 'OBJECT' || depth > 2) return ''
  const members = listAt(types.get(name), 'fields')
    .filter(isObject)
    .filter((field) => listAt(field, 'args').length === 0)
  const parts = members.flatMap((field) => {
    const inner = named(field['type']).kind === 'OBJECT' ? selection(field['type'], types, depth + 1) : ''
    return named(field['type']).kind === 'OBJECT' && inner === '' ? [] : [`${stringAt(field, 'name')}${inner}`]
  })
  return parts.length === 0 ? '' : ` { ${parts.slice(0, 30).join(' ')} }`
}
