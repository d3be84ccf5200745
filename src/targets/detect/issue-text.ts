import { type Issue, toPath, type ValueType, withDots } from './issue.ts'
import { readAbroad, readChoices, readFormats, readOwnWords } from './issue-phrases.ts'

const name = String.raw`[\`'"“‘«]?([A-Za-z_][\w.\-]{0,63})[\`'"”’»]?`
const quoted = String.raw`[\`'"“‘«]([A-Za-z_][\w.\-]{0,63})[\`'"”’»]`
const kindWord =
  '(?:(?:query|url|body|form|request|json|input) )?(?:field|parameter|param|property|key|argument|attribute|member|input|value)'
const absent = `(?:required|missing|mandatory|empty|undefined|null|blank|needed|absent|not (?:provided|present|set|found|given|specified)|expected)`

/** Sentences by which servers name a field that they miss, in the order of how sure they are. Each is linear: no nested repeats. */
const missing: readonly RegExp[] = [
  /Field validation for '(\w{1,64})' failed on the 'required' tag/g,
  /missing field `([\w.-]{1,64})`/g,
  /required property ['"`]?([\w.-]{1,64})/gi,
  /param is missing or the value is empty(?: or invalid)?:? ?:?([\w.-]{1,64})/gi,
  /undefined (?:index|array key|property|variable):? [`'"$]?([\w.-]{1,64})/gi,
  /KeyError: ['"]([\w.-]{1,64})['"]/g,
  /destructure property ['"`]([\w.-]{1,64})['"`]/g,
  /creator property ['"`]([\w.-]{1,64})['"`]/gi,
  /Required request parameter ['"`]([\w.-]{1,64})['"`]/gi,
  new RegExp(`${quoted} (?:${kindWord} )?(?:is|was|are|must be|cannot be|can't be|may not be|should not be) (?:a |an )?${absent}`, 'gi'),
  new RegExp(`missing (?:the |a |an )?(?:required |mandatory )?(?:${kindWord}s? ?)?(?:named |called )?:? ?${quoted}`, 'gi'),
  new RegExp(`missing (?:the )?(?:required|mandatory)? ?${kindWord}s? ?:? ?${name}`, 'gi'),
  new RegExp(`required ${kindWord}s? ?:? ?(?:is |are )?${name}`, 'gi'),
  /(?:^|[\s:])([A-Za-z_][\w.-]{0,63}) should not be (?:empty|null|undefined)/g,
  /(?:^|[\s:])([A-Za-z_][\w.-]{0,63}) must be (?:a |an )?(?:string|array|object|non-empty)/g,
  /(?:^|[\s.])([A-Za-z_][\w.-]{0,63}): ?(?:field required|required|missing|this field is required|value is required|is required|(?:must not|cannot|can't|should not) be (?:blank|null|empty))/gi,
  new RegExp(`\\b([A-Za-z_][\\w.-]{0,63}) (?:${kindWord} )?(?:is|are|was|cannot be|must not be|can't be) (?:a |an )?${absent}`, 'gi'),
  new RegExp(
    `(?:provide|supply|include|send|specify|pass|set|need|needs|requires?|expects?|expected|expecting|give|want|wants) (?:a |an |the |your |some |at least )?(?:valid |non-empty |json )*(?:${kindWord} )?${quoted}`,
    'gi',
  ),
  new RegExp(
    `(?:provide|supply|include|specify|pass|no|missing|without|empty) (?:a |an |the |your )?(?:valid |non-empty )?([A-Za-z_][\\w-]{0,63})(?: ${kindWord}| provided| specified| given| found| supplied| was| in (?:the )?(?:request|body|json|payload)|[.!]|$)`,
    'gi',
  ),
  /\{\s*["']([A-Za-z_][\w-]{0,63})["']\s*:/g,
]

const extra: readonly RegExp[] = [
  /unknown field [`'"]?([\w.-]{1,64})/gi,
  /(?:additional|extra|unexpected|unrecogni[sz]ed|unknown) (?:propert(?:y|ies)|field|key|parameter|argument|keyword argument)s?(?: in object)?:? ?[`'"]([\w.-]{1,64})/gi,
  /property ([\w.-]{1,64}) should not exist/gi,
  /["'`]([\w.-]{1,64})["'`] is not allowed/gi,
]

const headers: readonly RegExp[] = [
  /missing (?:the )?(?:required )?(?:http |request )?header:? ?[`'"]?([A-Za-z][\w-]{1,63})/gi,
  /(?<![\w-])([A-Za-z]\w*(?:-\w+)+)[`'"]?:? (?:header )?(?:is |was )?(?:required|missing)/gi,
  /header [`'"]?([A-Za-z][\w-]{1,63})[`'"]? (?:is |was )?(?:required|missing)/gi,
]

const noName =
  /^(?:a|an|the|is|are|be|was|it|this|that|field|fields|parameter|parameters|param|params|property|properties|body|header|headers|request|requests|json|payload|value|values|argument|key|object|string|array|valid|invalid|required|missing|no|not|in|of|to|for|and|or|with|your|you|must|should|at|least|one|all|some|any|error|bad|http|content|type|content-type|authentication|authorization|auth|credentials|api|token|access|data_?found|results?|endpoint|route|page|resource|method|such|more|other|only|non|following|both|either|please|we|there|input_?data|length|schema|format|application|form)$/i

/** What one sentence asks for. */
export function readIssueText(sentence: string): readonly Issue[] {
  const inQuery = /\b(?:query|url) (?:string )?param(?:eter)?s?\b|\bquery string\b(?! or )/i.test(sentence.slice(0, 500))
  const found = readSentence(withDots(sentence))
  return inQuery ? found.map((issue) => (issue.where === 'body' ? { ...issue, where: 'query' } : issue)) : found
}

function readSentence(text: string): readonly Issue[] {
  for (const read of [readAjvText, readOwnWords, readChoices, readFormats, readTypeText]) {
    const told = read(text)
    if (told.length > 0) return told
  }
  for (const pattern of plain) {
    const found = matches(pattern, text, (word) => never.test(word) && !text.includes(`"${word}"`) && !text.includes(`'${word}'`))
    if (found.length > 0) return found.map((path): Issue => ({ kind: 'missing', path, where: 'body' }))
  }
  const named = headers
    .flatMap((pattern) => matches(pattern, text))
    .map((path): Issue => ({ kind: 'missing', path: [path.join('.')], where: 'header' }))
  if (named.length > 0) return named
  const wrong = [...text.matchAll(/cannot unmarshal \w+ into Go (?:struct field \w*?\.?|value)([\w.]{0,64}) of type (\S{1,40})/g)].map(
    (match): Issue => ({ kind: 'type', path: toPath(match[1]!), where: 'body', ...goType(match[2]!) }),
  )
  if (wrong.length > 0) return wrong
  const unwanted = extra.flatMap((pattern) => matches(pattern, text)).map((path): Issue => ({ kind: 'extra', path, where: 'body' }))
  for (const [index, pattern] of missing.entries()) {
    const found = matches(pattern, text).map(
      (path): Issue => ({
        kind: 'missing',
        path: index === 0 ? path.map((step) => (typeof step === 'string' ? lowerFirst(step) : step)) : path,
        where: 'body',
        ...typeIn(text),
      }),
    )
    if (found.length > 0) return [...found, ...unwanted]
  }
  return unwanted.length > 0 ? unwanted : readAbroad(text)
}

/** Sentences about nothing but the field: its name counts even if it is a common word, such as `request` or `payload`. */
const plain: readonly RegExp[] = [
  /^\W{0,3}([A-Za-z_][\w.-]{0,63})\W{0,3} (?:field |parameter |property |key )?(?:is|was) (?:a )?(?:required|missing|mandatory)(?: field| parameter| property)?\W{0,3}$/g,
  /^(?:field|parameter|property|param|key|argument) [`'"“]([A-Za-z_][\w.-]{0,63})[`'"”] (?:is|was) (?:required|missing|mandatory)\W{0,3}$/gi,
  /(?:missing|required) (?:required |mandatory )?(?:field|parameter|property|param|key|argument)s?: ?[`'"“]?([A-Za-z_][\w.-]{0,63})/gi,
  /(?:missing|required|provide) [a-z ]{0,30}(?:field|parameter|property|param|key|argument)s? [`'"“]([A-Za-z_][\w.-]{0,63})[`'"”]/gi,
  /^([A-Za-z_][\w.-]{0,63}) should not be (?:empty|null|undefined)$/g,
  /^(?:the )?(?:activity|message|event|request|action) (type|kind|text|name) (?:is|was) (?:required|missing)\W{0,3}$/gi,
]
const never = /^(?:field|parameter|property|value|this|it|input_data|key|argument|one|authentication|authorization|login|name)$/i

/** `x must be a number`: the field is known, its type was wrong. */
function readTypeText(text: string): readonly Issue[] {
  const pattern =
    /[`'"“]?([A-Za-z_][\w.-]{0,63})[`'"”]? (?:field |parameter |property )?(?:must be|should be|has to be|needs to be) (?:of type |an? valid |an? non-empty |an? |valid |non-empty )?[`'"]?(string|array|list|object|dictionary|dict|number|integer|int|float|boolean|bool)\b/gi
  return [...text.slice(0, 3000).matchAll(pattern)]
    .filter((match) => !never.test(match[1]!))
    .map((match) => ({
      kind: 'type',
      path: toPath(match[1]!.replace(/^body\./, '')),
      where: 'body',
      ...typeNamed(match[2]!),
    }))
}

const typeNamed = (word: string): Readonly<{ expected: ValueType }> => {
  const type = word.toLowerCase()
  if (type === 'list') return { expected: 'array' }
  if (/^dict/.test(type)) return { expected: 'object' }
  return { expected: /^(?:int|float|number)/.test(type) ? 'number' : /^bool/.test(type) ? 'boolean' : (type as ValueType) }
}

/** Fastify and ajv say where in front of what: `body/request must have required property 'phrase'`. */
function readAjvText(text: string): readonly Issue[] {
  const place =
    /\b(body|headers|querystring|data)((?:\/[\w-]{1,64}){0,8}) must (?:have required property '([\w-]{1,64})'|be (?:a |an )?(string|array|object|number|integer|boolean)|NOT have fewer than)/g
  return [...text.slice(0, 3000).matchAll(place)].map((match): Issue => {
    const [, root, at, missed, type] = match
    const path = [...at!.split('/').filter(Boolean), ...(missed === undefined ? [] : [missed])].map((step) =>
      /^\d+$/.test(step) ? Number(step) : step,
    )
    const where = root === 'headers' ? 'header' : root === 'querystring' ? 'query' : 'body'
    return {
      kind: missed === undefined ? 'type' : 'missing',
      path,
      where,
      ...(type === undefined ? {} : { expected: type === 'integer' ? 'number' : (type as ValueType) }),
    }
  })
}

function matches(
  pattern: RegExp,
  text: string,
  isNoName = (found: string) => noName.test(found),
): readonly (readonly (string | number)[])[] {
  return [...text.slice(0, 3000).matchAll(pattern)]
    .map((match) => match[1]!.replace(/^(?:body|req\.body)\./, '').replace(/[.-]+$/, ''))
    .filter((found) => found !== '' && !isNoName(found))
    .map(toPath)
    .slice(0, 10)
}

const lowerFirst = (text: string) => text.replace(/^[A-Z]/, (letter) => letter.toLowerCase())

const goType = (type: string): Readonly<{ expected?: ValueType }> =>
  type.startsWith('[]')
    ? { expected: 'array' }
    : /^(?:map|struct|\w+\.[A-Z])/.test(type)
      ? { expected: 'object' }
      : /^string/.test(type)
        ? { expected: 'string' }
        : /^(?:int|uint|float)/.test(type)
          ? { expected: 'number' }
          : /^bool/.test(type)
            ? { expected: 'boolean' }
            : {}

const typeIn = (text: string): Readonly<{ expected?: ValueType }> => {
  const said = /\b(?:an?|as|type|non-empty) (string|array|list|object|number|integer|boolean)\b/i.exec(text)?.[1]?.toLowerCase()
  if (said === undefined) return {}
  return { expected: said === 'list' ? 'array' : said === 'integer' ? 'number' : (said as ValueType) }
}
