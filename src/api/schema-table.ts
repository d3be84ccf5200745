import { escapeHtml, toInline } from './html.ts'

/** As much of JSON Schema as our own schemas use. */
export type SchemaNode = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  required?: readonly string[]
  properties?: Readonly<Record<string, SchemaNode>>
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
  oneOf?: readonly SchemaNode[]
  additionalProperties?: boolean | SchemaNode
  examples?: readonly unknown[]
}>

/** The fields of an object, a row each; objects inside it are rows of their own. Then an example, where there is one. */
export function fieldsTable(schema: SchemaNode): string {
  const rows = rowsOf(schema, '')
  const fields = rows.length === 0 ? `<p class="type">${typeOf(schema)}</p>` : `<div class="scroll"><table>${rows.join('')}</table></div>`
  const [example] = schema.examples ?? []
  return example === undefined ? fields : `${fields}<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`
}

function rowsOf(schema: SchemaNode, prefix: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const need = schema.required?.includes(name) ? '' : ' <span class="type">optional</span>'
    const notes = [toInline(field.description ?? ''), limitsOf(field)].filter((note) => note !== '').join(' ')
    const row = `<tr><td><code>${escapeHtml(prefix + name)}</code>${need}</td><td class="type">${typeOf(field)}</td><td>${notes}</td></tr>`
    const inner = field.properties ? field : (field.items ?? field.anyOf?.find((option) => option.properties))
    return [row, ...(inner?.properties && prefix.split('.').length < 3 ? rowsOf(inner, `${prefix}${name}${field.items ? '[]' : ''}.`) : [])]
  })
}

function limitsOf({ minimum, maximum, default: standard }: SchemaNode): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const range = isBounded ? `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.` : ''
  return [range, standard === undefined ? '' : `Default: <code>${escapeHtml(JSON.stringify(standard))}</code>.`].join(' ').trim()
}

/** A type in a few words, with links to the objects it names. */
export function typeOf(schema: SchemaNode): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(schema.$ref.split('/').at(-1) ?? '')
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  return escapeHtml(schema.format === undefined ? type : `${type} (${schema.format})`)
}
