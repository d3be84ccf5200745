import { type Issue, toPath, type ValueType } from './issue.ts'

/** "Required" and "missing" as validators say it in other languages. */
export const requiredAbroad =
  /requerid[oa]|obligatori[oa]|obrigat[óo]ri[oa]|obbligatori[oa]|obligatoire|requise?\b|manquante?|erforderlich|pflichtfeld|muss (?:ausgef[üu]llt|angegeben|vorhanden)|fehlt|darf nicht leer|verplicht|mancante|faltante?|falta\b|ausente|n[ãa]o pode (?:ser|estar) (?:vazi|nul|em branco)|no puede (?:estar vac|ser nul)|ne (?:peut|doit) pas [êe]tre (?:vide|nul)|p[åa]kr[æe]vd|obligatorisk|wymagan|zorunlu|обязател|требуется|не может быть пуст|不能为空|不可为空|必填|必须|缺少|必須|필수|누락/iu

const word = String.raw`[A-Za-z_\u0080-\uffff][\w.\-\u00c0-\uffff]{0,63}`
const lead = `(?:campo|champ|feld|veld|felt|pole|param[èeé]tr[oe]|parameter|par[âa]metro|propri[ée]t[ée]|eigenschaft|propiedad|поле|参数|字段|项目|필드)`
/** `El campo 'mensaje' es obligatorio`, `Das Feld frage fehlt`, `content 不能为空`, `缺少参数 content`. */
const abroad: readonly RegExp[] = [
  new RegExp(`${lead}[ :：]{0,3}[\`'"“‘«„「]\\s?(${word})\\s?[\`'"”’»“」]`, 'giu'),
  new RegExp(`[\`'"“‘«„「]\\s?(${word})\\s?[\`'"”’»“」]`, 'giu'),
  new RegExp(`${lead}[ :：]{1,3}(${word})`, 'giu'),
  /(?:缺少|必填)(?:必要|必须)?(?:的)?(?:参数|字段)?[ :：]{0,3}([A-Za-z_][\w.-]{0,63})/giu,
  /([A-Za-z_][\w.-]{0,63})\s?(?:不能为空|不可为空|必填|必须|は必須|가 필수|은 필수|는 필수|필드는 필수)/giu,
  /(?:^|[\s:])([A-Za-z_\u00c0-\u024f][\w.\-\u00c0-\u024f]{1,63}) (?:muss (?:ausgef|angegeben|vorhanden)|ist erforderlich|fehlt|darf nicht leer|es (?:requerid|obligatori)|é obrigat|è obbligatori|est (?:requis|obligatoire)|is verplicht|обязател)/giu,
]

/** What a sentence in another language misses. */
export function readAbroad(text: string): readonly Issue[] {
  if (!requiredAbroad.test(text)) return []
  for (const pattern of abroad) {
    const found = names(pattern, text)
    if (found.length > 0) return found.map((path) => ({ kind: 'missing', path, where: 'body' }))
  }
  return []
}

/** `mode must be one of: concise, verbose`: the values are given, quoted or not. */
export function readChoices(text: string): readonly Issue[] {
  const told =
    /[`'"“]?([A-Za-z_][\w.-]{0,63})[`'"”]? (?:must|should|has to|needs to) be (?:(?:one|any) of|either|equal to(?: one of)?|(?=['"`][\w .:/-]{1,60}['"`],? (?:or|,)))(?: the)?(?: following| allowed| valid)?(?: values?| options?)?:? ?([^.\n]{1,300})/gi
  const quoted = /[`'"“]?([A-Za-z_][\w.-]{0,63})[`'"”]? (?:must|should) be (['"`][\w .:/-]{1,60}['"`])/gi
  const offered =
    /(?:unknown|invalid|unsupported|no such|bad|unrecogni[sz]ed) ([A-Za-z_][\w.-]{0,63})\b[^\n]{0,80}?(?:valid|available|allowed|supported|possible|known|accepted|expected|use|try|one of)(?: [a-z_]{1,20}){0,2}(?:: ?| (?=['"`]))((?:[^.\n]|\.(?=\S)){1,300})/gi
  const all = [told, quoted, offered].flatMap((pattern) => [...text.slice(0, 3000).matchAll(pattern)])
  return all.flatMap((match): Issue[] => {
    const options = listed(match[2]!)
    return options.length === 0 ? [] : [{ kind: 'value', path: toPath(match[1]!), where: 'body', options }]
  })
}

/** The members of a list in words: quoted ones, else those between commas. */
export function listed(text: string): readonly string[] {
  const quoted = [...text.matchAll(/['"“‘`]([^'"“”‘’`]{1,60})['"”’`]/g)].map((match) => match[1]!)
  const plain = text
    .replace(/[[\](){}]/g, ' ')
    .split(/,|\bor\b|\band\b|\|/)
    .map((one, index, all) => (index > 0 && index === all.length - 1 ? one.trim().split(' ')[0]! : one.trim())) // a sentence may go on
    .filter((one) => /^[\w.:/-]{1,60}$/.test(one))
  return (quoted.length > 0 ? quoted : plain).slice(0, 20)
}

/** `maxWords must not be less than 5`, `sessionId must be a UUID`: a value that will do. */
export function readFormats(text: string): readonly Issue[] {
  const pattern =
    /[`'"“]?([A-Za-z_][\w.-]{0,63})[`'"”]? (?:must|should|has to|needs to|may) ((?:only |contain |be |only contain |contain only |be only )alpha-?numeric|(?:not )?be (?:an? |the )?(?:valid |less |greater |more |larger |at |one |in |positive|UUID|email|URL|ISO|date|phone|>|<)[^\n]{0,80})/gi
  return [...text.slice(0, 3000).matchAll(pattern)].flatMap((match): Issue[] => {
    const value = fitting(match[2]!)
    return value === undefined ? [] : [{ kind: 'value', path: toPath(match[1]!), where: 'body', value }]
  })
}

/** A value that fits what a validator says of it. Undefined: it says nothing of a kind that we know. */
export function fitting(say: string): unknown {
  const bound =
    /(not be less than|less than or equal to|greater than or equal to|not be greater than|not be more than|at least|at most|greater than|less than|>=|<=|>|<) ?(-?\d{1,9})(?! ?(?:char|letter|item|element|word|byte|entr))/i.exec(
      say,
    )
  if (bound) return Number(bound[2]) + (/^(?:greater than|>)$/i.test(bound[1]!) ? 1 : /^(?:less than|<)$/i.test(bound[1]!) ? -1 : 0)
  if (/\buuid\b|\bguid\b/i.test(say)) return '{{session}}'
  if (/alpha-?numeric/i.test(say)) return '{{session:plain}}'
  if (/\be-?mail\b/i.test(say)) return 'alex@example.com'
  if (/\b(?:url|uri)\b/i.test(say)) return 'https://example.com/'
  if (/\biso ?8601\b|\bdate(?:-?time)?\b/i.test(say)) return '2026-01-01T12:00:00Z'
  if (/\bpositive (?:number|integer)/i.test(say)) return 1
  return undefined
}

/** A value of the form that a pattern in a sentence asks for: fixed letters, and classes that an id or a digit fits. */
export function fittingPattern(say: string): string | undefined {
  const pattern = /(?:pattern|regex|regexp|format)[^"'`/^]{0,20}["'`/]?\^([^"'`\n$]{1,100})\$/i.exec(say)?.[1]
  if (pattern === undefined) return undefined
  const parts = [...pattern.matchAll(/(?:\[([^\]]{1,40})\]|\\([dw]))(\+|\*|\{\d{1,3}(?:,\d{0,3})?\})?|([\w/:@.-])/g)]
  if (parts.map((part) => part[0]).join('') !== pattern) return undefined // more than we understand
  let hasId = false
  const written = parts.map(([, set, letters, quantifier, letter]) => {
    if (letter !== undefined) return letter
    const members = membersOf(set ?? `\\${letters}`)
    const { least, most } = timesOf(quantifier)
    const fits = (length: number) => !hasId && /a-[fz]/.test(members) && members.includes('0-9') && least <= length && length <= most
    const mayDash = members.endsWith('-') || members.includes('\\-')
    const id = mayDash && fits(36) ? '{{session}}' : fits(32) ? '{{session:plain}}' : undefined
    hasId ||= id !== undefined
    return id ?? memberOf(members).repeat(Math.max(1, least))
  })
  return written.join('')
}

/** How often a class stands there: once, unless it says otherwise. */
function timesOf(quantifier: string | undefined): Readonly<{ least: number; most: number }> {
  if (quantifier === undefined) return { least: 1, most: 1 }
  if (quantifier === '+' || quantifier === '*') return { least: 1, most: Number.POSITIVE_INFINITY }
  const [least = '1', most = least] = quantifier.slice(1, -1).split(',')
  return { least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) }
}

/** A class as ranges; whatever is only kept out leaves letters, digits and dashes. */
const membersOf = (set: string): string => (set.startsWith('^') ? 'a-z0-9-' : set.replaceAll('\\w', 'a-z0-9_').replaceAll('\\d', '0-9'))
const memberOf = (members: string): string =>
  /[a-zA-Z](?=-[a-zA-Z])/.exec(members)?.[0] ?? (members.includes('0-9') ? '1' : members.replaceAll('\\', '').charAt(0))

/** Sentences of runtimes and libraries that name a member in a way of their own. */
const own: readonly (readonly [RegExp, 'missing' | 'type'])[] = [
  [/Field '([\w.-]{1,64})' is required for type/g, 'missing'],
  [/missing required propert(?:y|ies),? (?:including|such as)?(?: the following)?:? ?['"`]?([\w.-]{1,64})/gi, 'missing'],
  [/value for creator parameter ([\w.-]{1,64})/gi, 'missing'],
  [/\(reading ['"`]([\w.-]{1,64})['"`]\)/gi, 'missing'],
  [
    /\b(?:with|containing|contain|has|have|include) (?:a |an |the )?[`'"“]([\w.-]{1,64})[`'"”] (?:key|field|property|member|parameter|attribute)/gi,
    'missing',
  ],
  [/No such key ['"`]([\w.-]{1,64})/gi, 'missing'],
  [
    /(?:exactly|at least) one of (?:the )?(?:input |following )?(?:fields|keys|properties|members|parameters)[^'"`]{0,20}['"`]([\w.-]{1,64})/gi,
    'missing',
  ],
  [/nested property ([\w.-]{1,64}) must be/gi, 'type'],
  [/Path [`'"]([\w.-]{1,64})[`'"] is required/gi, 'missing'],
  [/Value null at '([\w.-]{1,64})' failed to satisfy constraint/gi, 'missing'],
]

export function readOwnWords(text: string): readonly Issue[] {
  const at = [...text.slice(0, 3000).matchAll(/expected (\w{1,20}), received (\w{1,20})\s{1,10}(?:→|->) at ([\w.[\]]{1,100})/gi)].map(
    (match): Issue => ({
      kind: match[2] === 'undefined' ? 'missing' : 'type',
      path: match[3]!
        .split(/[.[\]]/)
        .filter(Boolean)
        .map((step) => (/^\d{1,4}$/.test(step) ? Number(step) : step)),
      where: 'body',
      ...expectedType(match[1]!),
    }),
  )
  if (at.length > 0) return at
  const several = readSeveral(text)
  if (several.length > 0) return several
  const checked = readChecked(text)
  if (checked.length > 0) return checked
  for (const [pattern, kind] of own) {
    const found = names(pattern, text)
    if (found.length > 0) return found.map((path) => ({ kind, path, where: 'body', ...(kind === 'type' ? { expected: 'object' } : {}) }))
  }
  return []
}

/** `Fields [a, b] are required`, `Missing a or b`: several names in one sentence. */
function readSeveral(text: string): readonly Issue[] {
  const list =
    /\b(?:fields|properties|parameters|keys) \[([\w., -]{3,300})\] (?:are|is) (?:required|missing)/i.exec(text)?.[1] ??
    /^\W{0,3}(?:missing|please provide|you must provide|requires?) (?:required |both |either )?(?:fields? |parameters? )?[`'"]?([A-Za-z_][\w-]{0,63}[`'"]?(?:, ?[`'"]?[A-Za-z_][\w-]{0,63}[`'"]?){0,5},? (?:or|and) [`'"]?[A-Za-z_][\w-]{0,63})[`'"]?\W{0,3}$/i.exec(
      text,
    )?.[1]
  const found = (list ?? '')
    .split(/,|\bor\b|\band\b/)
    .map((name) => name.replace(/[`'"\s]/g, ''))
    .filter((name) => /^[A-Za-z_][\w.-]{0,63}$/.test(name))
  return found.length < 2 ? [] : found.map((name) => ({ kind: 'missing', path: toPath(name), where: 'body' }))
}

/** protoc-gen-validate names the message and its field as Go does: `invalid ChatRequest.UserName: value does not match …`. */
function readChecked(text: string): readonly Issue[] {
  return [...text.slice(0, 3000).matchAll(/\binvalid [A-Z]\w{0,63}\.([A-Z]\w{0,63}): (value [^\n;|]{1,200})/g)].map((match): Issue => {
    const path = [match[1]!.charAt(0).toLowerCase() + match[1]!.slice(1)]
    const value = fittingPattern(match[2]!)
    return value === undefined ? { kind: 'missing', path, where: 'body' } : { kind: 'value', path, where: 'body', value }
  })
}

const expectedType = (name: string): Readonly<{ expected?: ValueType }> =>
  name === 'string' || name === 'array' || name === 'object' || name === 'number' || name === 'boolean' ? { expected: name } : {}

const names = (pattern: RegExp, text: string): readonly Issue['path'][] =>
  [...text.slice(0, 3000).matchAll(pattern)]
    .map((match) => match[1]!.replace(/^(?:req\.)?body\./, '').replace(/[.-]+$/, ''))
    .filter((name) => !/^(?:body|json|request|undefined|null)?$/i.test(name) && !methods.test(name))
    .map(toPath)
    .slice(0, 10)

/** What a handler calls on a text that is not there: the text's own name is not told. */
const methods =
  /^(?:toString|trim\w*|length|split|map|forEach|filter|reduce|find|some|every|slice|substring|replace(?:All)?|match|includes|startsWith|endsWith|indexOf|join|push|at|charAt|toLowerCase|toUpperCase|then|catch)$/
