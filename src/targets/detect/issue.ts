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
