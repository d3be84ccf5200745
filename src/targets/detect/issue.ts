export type ValueType = 'string' | 'array' | 'object' | 'number' | 'boolean'

/** One thing a server wants changed in a request, read out of its validation error. */
export type Issue = Readonly<{
  kind: 'missing' | 'extra' | 'type' | 'value'
  path: readonly (string | number)[]
  where: 'body' | 'query' | 'header'
  expected?: ValueType
  options?: readonly string[]
  /** A value that will do, where the server says enough about it: a number within bounds, an id of the right form. */
  value?: unknown
}>

/** `messages.0.text` as steps: numbers are places in a list. */
export const toPath = (name: string): readonly (string | number)[] =>
  name
    .split('.')
    .filter(Boolean)
    .map((step) => (/^\d{1,4}$/.test(step) ? Number(step) : step))

/** `messages[].text` and `messages[0].text` as `messages.0.text`: one way to write a place, for all patterns. */
export const withDots = (text: string): string => text.replace(/(?<=\w)\[(\d{0,4})\]/g, (_, index: string) => `.${index || 0}`)
