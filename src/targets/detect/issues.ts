import type { NetResponse } from '../../domain/target.ts'
import { isObject, type JsonObject, listAt, member, parseJson, stringAt } from '../protocols/parse-json.ts'
import type { Issue, ValueType } from './issue.ts'
import { readOptions } from './issue-options.ts'
import { fitting, fittingPattern, requiredAbroad } from './issue-phrases.ts'
import { readIssueText } from './issue-text.ts'

const nameShape = /^[A-Za-z_\u0080-\uffff][\w.\-\u0080-\uffff]{0,63}$/

/** A sentence that names a field stands near the top of a page, if it stands there at all. */
const mostProse = 20_000
/** Longer than any error that a validator writes about one field. */
const mostSaid = 2000

/** What an error body asks for. Structured errors win; prose is read only when there are none. */
export function readIssues(response: Pick<NetResponse, 'text' | 'headers'>): readonly Issue[] {
  if (response.text.length > 200_000) return []
  const value = parseJson(response.text)
  const found = value === undefined ? [] : collect(value).flatMap(readStructured)
  const structured = dedupe(found)
  if (structured.length > 0) return isWrapped(value) ? structured.map((issue) => ({ ...issue, path: ['json', ...issue.path] })) : structured
  if (isWrapped(value)) return [{ kind: 'missing', path: ['json'], where: 'body', expected: 'object' }]
  const texts = value === undefined ? [plainText(response.text.slice(0, mostProse))] : strings(value)
  return dedupe(texts.flatMap(readIssueText))
}

/** tRPC with superjson puts what it sends, and what it wants, into a member `json`. */
const isWrapped = (value: unknown): boolean => isObject(member(value, 'error', 'json'))

/** The text of a page, with the marks that errors use for quotes. */
const plainText = (html: string): string =>
  html
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/&(?:#39|#x27|apos);/gi, "'")
    .replace(/&quot;/gi, '"')

function dedupe(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Map<string, Issue>()
  for (const issue of issues) {
    const fits = issue.path.every((step) => typeof step === 'number' || nameShape.test(step)) && issue.path.length <= 8
    const key = `${issue.where}:${issue.path.join('/')}`
    const earlier = seen.get(key)
    if (!fits || (issue.path.length === 0 && issue.expected !== 'array')) continue
    if (!earlier) seen.set(key, issue)
    else if (earlier.expected === undefined && issue.expected !== undefined) seen.set(key, { ...earlier, expected: issue.expected })
  }
  return [...seen.values()].slice(0, 30)
}

/** Every object of the body, JSON inside strings included: validators are fond of wrapping. */
function collect(root: unknown): readonly JsonObject[] {
  const objects: JsonObject[] = []
  const open: unknown[] = [root]
  for (let visited = 0; open.length > 0 && visited < 2000; visited++) {
    const node = open.shift()
    if (typeof node === 'string') {
      const inner = /^\s*[[{]/.test(node) ? parseJson(node) : undefined
      if (inner !== undefined) open.push(inner)
    } else if (Array.isArray(node)) open.push(...node.slice(0, 100))
    else if (isObject(node)) {
      objects.push(node)
      open.push(...Object.values(node).slice(0, 100))
    }
  }
  return objects
}

function strings(root: unknown): readonly string[] {
  const own = typeof root === 'string' ? [root] : Array.isArray(root) ? root.filter((item) => typeof item === 'string') : []
  return [
    ...own,
    ...collect(root).flatMap((object) =>
      Object.values(object).flatMap((item) =>
        typeof item === 'string' ? [item] : Array.isArray(item) ? item.filter((one) => typeof one === 'string') : [],
      ),
    ),
  ]
    .filter((text) => text.length < 5000)
    .slice(0, 40)
}

function readStructured(item: JsonObject): readonly Issue[] {
  const say = [
    item['msg'],
    item['message'],
    item['type'],
    item['code'],
    item['defaultMessage'],
    item['detail'],
    item['keyword'],
    item['description'],
    item['reason'],
    item['propertyPath'] === undefined ? undefined : item['title'],
  ]
    .filter((text) => typeof text === 'string')
    .join(' ')
  if (Array.isArray(item['loc'])) return [issueAt(item['loc'], say, item)]
  if (Array.isArray(item['path']) && (typeof item['code'] === 'string' || typeof item['message'] === 'string')) {
    if (item['code'] === 'unrecognized_keys')
      return listAt(item, 'keys').map((key) => ({ kind: 'extra', path: [...steps(item['path']), String(key)], where: 'body' }))
    return [issueAt(['body', ...steps(item['path'])], say, item)]
  }
  if (typeof item['keyword'] === 'string' && isObject(item['params'])) return readAjv(item, item['params'])
  if (item['type'] === 'validation' && typeof item['property'] === 'string')
    return [issueAt([String(item['on'] ?? 'body'), ...split(item['property'])], say || String(item['summary'] ?? ''), item)]
  const pointer = stringAt(item, 'source', 'pointer') ?? stringAt(item, 'pointer')
  if (pointer !== undefined) return [issueAt(['body', ...split(pointer)], say, item)]
  const field = ['field', 'path', 'param', 'params', 'propertyName', 'propertyPath', 'property', 'attribute', 'fieldName', 'name']
    .map((key) => item[key])
    .find((value) => typeof value === 'string' && nameShape.test(value.replace(/^body\./, '')) && !/(?:Error|Exception)$/.test(value))
  if (typeof field === 'string' && say !== '' && wantsChange.test(say))
    return [issueAt([String(item['location'] ?? 'body').replace(/^fields?$/, 'body'), ...split(field)], say, item)]
  return readFieldMap(item)
}

const wantsChange =
  /requir|missing|must|should|expected|invalid|valid|empty|blank|null|undefined|extra_|unknown|unrecogni|not allowed|unexpected|provid|forbidden|needed|cannot|can't|exist|available|supported|choose|choice|not found/i

/** `{field: ["This field is required."]}` in its many wrappers. */
function readFieldMap(item: JsonObject): readonly Issue[] {
  const isDotNet = Object.keys(item).some((name) => name.startsWith('$'))
  return Object.entries(item).flatMap(([name, said]) => {
    if (isObject(said)) return readMember(name, said)
    const texts =
      typeof said === 'string'
        ? [said]
        : Array.isArray(said) && said.length > 0 && said.every((one) => typeof one === 'string')
          ? (said as string[])
          : Array.isArray(said) && !reserved.test(name) && !/^(?:extras?|violations|issues|validations?|items|list)$/i.test(name)
            ? said.flatMap((one) => (isObject(one) ? [one['msg'], one['message']].flat().filter((text) => typeof text === 'string') : []))
            : []
    const text = texts.join(' ')
    // System.Text.Json says what is wrong under `$`; that the whole then is missing too is no news.
    if (name === '$') return texts.flatMap(readIssueText)
    if (isDotNet && /^The \w{1,64} field is required\.$/.test(text)) return []
    const named = namesListed(name, said)
    if (named.length > 0) return named.map((one) => issueAt(['body', ...split(one)], 'required', {}))
    if (
      text === '' ||
      (typeof said === 'string' && !isSentence(said)) ||
      text.length > 500 ||
      /^\s*[[{]/.test(text) ||
      (reserved.test(name) && !aboutThisField.test(text)) ||
      !(
        /(?:required|missing|may not be|must|should|blank|expected|not a valid|invalid|unknown field|provided)/i.test(text) ||
        requiredAbroad.test(text)
      )
    )
      return []
    return [issueAt(['body', ...split(isPascal(name, text) ? name.charAt(0).toLowerCase() + name.slice(1) : name)], text, {})]
  })
}

/** `"missing": ["question", "user-id"]`: names alone, under one that says what is the matter with them. */
const namesListed = (name: string, said: unknown): readonly string[] =>
  /^(?:missing|required|problem|absent|needed)(?:[_-]?(?:keys|fields|params|parameters|properties|attributes))?$/i.test(name) &&
  Array.isArray(said) &&
  said.length > 0 &&
  said.every((one) => typeof one === 'string' && nameShape.test(one))
    ? (said as string[])
    : []

/** More than a code such as `missing-required-keys`: codes are English, and other languages have sentences without a blank. */
const isSentence = (text: string): boolean =>
  /\s/.test(text) || requiredAbroad.test(text) || /^(?:required|missing|blank|invalid|empty|mandatory)\.?$/i.test(text)

/** ASP.NET names the property of the class; its JSON begins with a small letter. */
const isPascal = (name: string, text: string): boolean => /^[A-Z][a-z]/.test(name) && text.startsWith(`The ${name} field`)

/** `{field: {message: "Required"}}`: the sentence stands one level deeper. */
function readMember(name: string, said: JsonObject): readonly Issue[] {
  const text =
    ['message', 'msg', 'error', 'reason'].map((key) => said[key]).find((one) => typeof one === 'string') ?? listAt(said, 'errors')[0]
  if (
    typeof text !== 'string' ||
    text.length > 500 ||
    reserved.test(name) ||
    isPart.test(name) ||
    said['path'] !== undefined ||
    said['field'] !== undefined
  )
    return []
  return /required|missing|must|expected|invalid|blank|empty/i.test(text) || requiredAbroad.test(text)
    ? [issueAt(['body', ...split(name)], text, said)]
    : []
}
const isPart = /^(?:body|fields|json|query|params|headers|data|properties|validation|result|response|\d+)$/i
/** Sentences that speak of the member they stand under, whatever its name. */
const aboutThisField =
  /^(?:this field|este campo|ce champ|dieses feld|este é um campo|questo campo|missing data for required field|field required|may not be|cannot be (?:blank|null)|can't be blank)/i
const reserved =
  /^(?:message|error|errors|detail|details|title|msg|description|reason|code|status|type|info|hint|help|cause|stack|trace|statusText|errorMessage|error_message|error_description|example|usage|text|0|exception|erreur|erro|fehler|errore|fout|reasons?|errmsg|errorMsg|error_msg|errorType|error_type|errorCode|error_code|faultstring|developerMessage|userMessage|path|instance|traceId|timestamp|エラー|错误|错误信息|消息提示|오류|ошибка|hata|virhe|błąd|fejl)$/

function readAjv(item: JsonObject, params: JsonObject): readonly Issue[] {
  const at = split(String(item['instancePath'] ?? item['dataPath'] ?? ''))
  const missing = stringAt(params, 'missingProperty')
  if (missing !== undefined) return [{ kind: 'missing', path: [...at, missing], where: 'body' }]
  const extra = stringAt(params, 'additionalProperty')
  if (extra !== undefined) return [{ kind: 'extra', path: [...at, extra], where: 'body' }]
  return [issueAt(['body', ...at], String(item['message'] ?? ''), { expected: params['type'], options: params['allowedValues'] })]
}

/** pydantic names the branch of a union it tried; that is no member of the body. */
const marker =
  /^(?:str|int|float|bool|bytes|dict|list|none|constrained-|function-|tagged-union|union\b|nullable|lax-or-strict|is-instance|chain|json-or-python|definition-ref|model\b|(?:list|dict|literal|union|optional)\[)/

function issueAt(loc: readonly unknown[], words: string, item: JsonObject): Issue {
  const say = oneLine(words)
  const [first, ...rest] = steps(loc)
  const where = first === 'query' || first === 'params' ? 'query' : first === 'header' || first === 'headers' ? 'header' : 'body'
  const isPlace = where !== 'body' || first === 'body' || first === 'json' || first === 'form'
  const full = isPlace ? rest : first === undefined ? rest : [first, ...rest]
  const path = full.filter((step, index) => index === 0 || typeof step === 'number' || !marker.test(step))
  const options = readOptions(item, say)
  const shaped = /required|missing/i.test(say) ? undefined : fittingPattern(say)
  if (shaped !== undefined) return { kind: 'value', path, where, value: shaped }
  const expected = readExpected(oneLine(stringAt(item, 'expected') ?? '')) ?? readExpected(say)
  const value = options.length > 0 || /required|missing/i.test(say) ? undefined : fitting(say)
  if (value !== undefined) return { kind: 'value', path, where, value }
  return { kind: readKind(say, options), path, where, ...(expected ? { expected } : {}), ...(options.length > 0 ? { options } : {}) }
}

/** The patterns below allow for blanks in several places: a run of 500 took them 12 s. */
const oneLine = (text: string): string => text.slice(0, mostSaid).replace(/\s+/g, ' ')

const steps = (value: unknown): readonly (string | number)[] =>
  Array.isArray(value) ? value.filter((step) => typeof step === 'string' || typeof step === 'number') : []

const split = (path: string): readonly (string | number)[] =>
  path
    .replace(/^(?:body|req\.body|obj|\$)?[./]/, '')
    .split(/[./]|\[(?=\d)/)
    .map((step) => step.replace(/[\]'"]/g, ''))
    .filter((step, index, all) => step !== '' && !(index === 0 && step === 'body' && all.length > 1))
    .map((step) => (/^\d{1,4}$/.test(step) ? Number(step) : step))

function readKind(say: string, options: readonly string[]): Issue['kind'] {
  if (
    /\bextra\b|extra_forbidden|unrecogni[sz]ed|unknown (?:field|key|prop|arg|param)|not (?:allowed|permitted)|additional prop|unexpected (?:field|key|prop|arg)|should not exist|forbidden/i.test(
      say,
    )
  )
    return 'extra'
  if (
    (/missing|required|received undefined|undefined|not be (?:empty|blank|null)|blank|must have|not provided|is null|cannot be (?:empty|null)|min_length|too_small|too_short/i.test(
      say,
    ) &&
      !/(?<!invalid)_type\b|invalid_type.*received (?!undefined)/i.test(say)) ||
    requiredAbroad.test(say)
  )
    return 'missing'
  return options.length > 0 ? 'value' : 'type'
}

function readExpected(say: string): ValueType | undefined {
  const wanted =
    /(?:expected|must be|should be|valid|of type|expects|want(?:s|ed)|type=)\s*:?\s*(?:an?|type|valid|of|non-empty|the)?\s*(?:type|valid|of|JSON)?\s*[`'"“]?(\w+)/i.exec(
      say,
    )?.[1] ?? say
  if (/^(?:string|str|text|string_type)/i.test(wanted)) return 'string'
  if (/^(?:array|list|sequence|slice|list_type|\[\])/i.test(wanted)) return 'array'
  if (/^(?:object|dict|dictionary|map|mapping|record|struct|instance|model|dict_type)/i.test(wanted)) return 'object'
  if (/^(?:int|integer|number|float|double|decimal|numeric)/i.test(wanted)) return 'number'
  if (/^bool/i.test(wanted)) return 'boolean'
  return undefined
}
