import { type JsonObject, stringAt } from '../protocols/parse-json.ts'
import { listed } from './issue-phrases.ts'

/** The values that an error offers for a member. */
export function readOptions(item: JsonObject, say: string): readonly string[] {
  const given = item['options'] ?? item['values'] ?? item['allowedValues'] ?? item['enum']
  if (Array.isArray(given)) return given.filter((one) => typeof one === 'string').slice(0, 20)
  const told =
    stringAt(item, 'ctx', 'expected') ??
    /(?:one of|allowed values?|expected one of|expected(?= ['"`])|must be(?= ['"“`])|should be|must be (?:one of|equal to)|equal to one of|valid (?:values|options)(?: are)?)[^'"“‘`[|]{0,60}([['"“‘`|].{1,300})/i.exec(
      say,
    )?.[1] ??
    ''
  const plain =
    /(?:one of(?: the)?(?: following| allowed)?(?: values?)?|\b(?:valid|available|allowed|supported|possible|known|accepted|permitted)(?: [a-z_]{1,20})?(?: are| is)?): ?((?:[^.\n]|\.(?=\S)){1,300})/i.exec(
      say,
    )?.[1] ?? ''
  if (told === '' && plain === '') return bareChoices(say)
  return told === '' ? listed(plain) : listed(told).length > 0 && /['"“‘`]/.test(told) ? listed(told) : []
}

/** `must be A1, A2 or B1`: values without quotes, where they are no types. */
function bareChoices(say: string): readonly string[] {
  const told = /\b(?:must|should|has to) be (?:either )?([\w.-]{1,30}(?:, [\w.-]{1,30}){0,8},? or [\w.-]{1,30})\W?$/i.exec(say)?.[1]
  const options = told === undefined ? [] : listed(told)
  return options.some((one) => isTypeWord.test(one)) ? [] : options
}
const isTypeWord =
  /^(?:an?|string|str|text|array|list|object|dict|map|number|integer|int|float|boolean|bool|null|none|undefined|empty|blank|valid|true|false|greater|less|more|longer|shorter|equal|present|set)$/i
