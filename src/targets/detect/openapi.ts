import { isObject, type JsonObject, listAt, member, stringAt } from '../protocols/parse-json.ts'
import { type Draft, emptyDraft, invent } from './draft.ts'
import { endsSearch } from './failure.ts'
import { promptLikeness } from './field-names.ts'
import type { Prober } from './prober.ts'

/** What an OpenAPI document says about the URL: a request to begin with. */
export type Spec = Readonly<{ draft: Draft; strict: boolean }>

/** Looks for an OpenAPI document beside and above the URL: at most three requests. */
export async function readSpec(prober: Prober): Promise<Spec | undefined> {
  const { origin, pathname } = new URL(prober.url)
  const parent = pathname.split('/').slice(0, 2).join('/')
  const places = [
    ...new Set([
      `${origin}/openapi.json`,
      ...(parent.length > 1 && parent !== pathname ? [`${origin}${parent}/openapi.json`] : [`${origin}/swagger.json`]),
      `${origin}/v3/api-docs`,
    ]),
  ]
  for (const [index, url] of places.entries()) {
    try {
      const { response, body } = await prober.send(
        { method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 10_000 },
        'looked for an OpenAPI document',
      )
      if (response.status === 200 && body.kind === 'json' && isObject(body.value)) {
        const spec = fromDocument(body.value, pathname)
        if (spec) return spec
      }
      if (index === 0 && response.status >= 400 && !/detail|spring|swagger/i.test(response.text)) return undefined
    } catch (error) {
      if (endsSearch(error)) throw error
    }
  }
  return undefined
}

/** The request body of the operation at this path, as a draft. */
export function fromDocument(document: JsonObject, pathname: string): Spec | undefined {
  const paths = member(document, 'paths')
  if (!isObject(paths)) return undefined
  const path =
    Object.keys(paths).find((template) => matches(template, pathname)) ??
    Object.keys(paths).find((template) => pathname.endsWith(template) && template.length > 1)
  const operation = path === undefined ? undefined : member(paths, path, 'post')
  const content = member(operation, 'requestBody', 'content')
  const swagger2 = listAt(operation, 'parameters').find((parameter) => stringAt(parameter, 'in') === 'body')
  const type = isObject(content) ? (Object.keys(content).find((name) => /json/.test(name)) ?? Object.keys(content)[0]) : undefined
  const schema = type !== undefined ? member(content, type, 'schema') : member(swagger2, 'schema')
  const query = listAt(operation, 'parameters').filter((parameter) => stringAt(parameter, 'in') === 'query')
  if (schema === undefined && query.length > 0)
    return {
      strict: false,
      draft: {
        ...emptyDraft,
        encoding: 'query',
        body: exampleObject(
          {
            properties: Object.fromEntries(query.map((one) => [stringAt(one, 'name') ?? '', member(one, 'schema')])),
            required: query.filter((one) => member(one, 'required') === true).map((one) => stringAt(one, 'name')),
          },
          document,
          [],
          0,
        ) as Draft['body'],
      },
    }
  if (schema === undefined) return undefined
  const body = example(schema, document, [], 0)
  if (type !== undefined && /^text\/plain/.test(type))
    return { strict: false, draft: { ...emptyDraft, encoding: 'text', body: '{{prompt@text}}' } }
  if (!isObject(body)) return undefined
  const encoding =
    type !== undefined && /multipart/.test(type) ? 'multipart' : type !== undefined && /urlencoded/.test(type) ? 'urlencoded' : 'json'
  return { strict: member(resolve(schema, document), 'additionalProperties') === false, draft: { ...emptyDraft, encoding, body } }
}

const matches = (template: string, pathname: string): boolean => {
  const [want, have] = [template.split('/'), pathname.split('/')]
  return want.length === have.length && want.every((part, index) => part === have[index] || (part.startsWith('{') && part.endsWith('}')))
}

const deepest = 6

function resolve(schema: unknown, document: JsonObject): unknown {
  let at = schema
  for (let hops = 0; hops < 10; hops++) {
    const ref = stringAt(at, '$ref')
    if (ref === undefined) break
    at = member(
      document,
      ...ref
        .replace(/^#\//, '')
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
  }
  const choice = listAt(at, 'anyOf')
    .concat(listAt(at, 'oneOf'))
    .find((one) => stringAt(resolveOnce(one, document), 'type') !== 'null')
  return choice === undefined ? (listAt(at, 'allOf')[0] ?? at) : resolveOnce(choice, document)
}
const resolveOnce = (schema: unknown, document: JsonObject): unknown => {
  const ref = stringAt(schema, '$ref')
  return ref === undefined ? schema : member(document, ...ref.replace(/^#\//, '').split('/'))
}

function example(schema: unknown, document: JsonObject, path: readonly (string | number)[], depth: number): unknown {
  const found = resolve(schema, document)
  if (!isObject(found) || depth > deepest) return invent(path)
  const fixed = found['const'] ?? listAt(found, 'enum')[0]
  if (fixed !== undefined) return fixed
  const type = stringAt(found, 'type')
  if (type === 'object' || isObject(found['properties'])) return exampleObject(found, document, path, depth)
  if (type === 'array') {
    const item = resolve(found['items'], document)
    if (stringAt(item, 'type') === 'object' || isObject(member(item, 'properties')))
      return promptLikeness(String(path.at(-1) ?? '')) > 0 || /messages|turns/i.test(String(path.at(-1)))
        ? [example(item, document, [...path, 0], depth + 1)]
        : []
    return invent(path, 'array')
  }
  if (type === 'integer' || type === 'number') return found['default'] ?? Math.max(Number(found['minimum'] ?? 1), 1)
  if (type === 'boolean') return found['default'] ?? false
  return invent(path, 'string')
}

/** Required members; when none is, the one that sounds most like a prompt. */
function exampleObject(schema: JsonObject, document: JsonObject, path: readonly (string | number)[], depth: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = listAt(schema, 'required').filter((name) => typeof name === 'string')
  const names = Object.keys(properties)
  const likeliest = names.toSorted((a, b) => promptLikeness(b) - promptLikeness(a))[0]
  const hasPrompt = required.some((name) => promptLikeness(name) >= 1.5 || /messages/.test(name))
  const chosen =
    hasPrompt || (depth > 0 && required.length > 0)
      ? required
      : [...new Set([...required, ...(likeliest === undefined ? [] : [likeliest])])]
  return Object.fromEntries(chosen.map((name) => [name, example(member(properties, name), document, [...path, name], depth + 1)]))
}
