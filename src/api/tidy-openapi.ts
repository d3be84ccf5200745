type Node = { [name: string]: unknown }

/** Makes a generated document one that people and client generators like to read. Nothing that it promises changes. */
export function tidyOpenApi<Document>(generated: Document): Document {
  const document = structuredClone(generated) as Document & { paths: Node; components: { schemas: Record<string, Node> } }
  const schemas = document.components.schemas
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Input')) allowMore(schema)
  visit(document, simplify)
  visit(document.paths, (node) => nameAnswer(node, schemas))

  // Every schema was written down twice, for requests and for answers: keep what is used, under its plain name.
  const used = reachable(document.paths, schemas)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  const plain = (name: string) => (name.endsWith('Input') && !(name.slice(0, -5) in kept) ? name.slice(0, -5) : name)
  visit(document, (node) => {
    if (typeof node.$ref === 'string') node.$ref = node.$ref.replace(/[^/]+$/, plain)
  })
  document.components.schemas = Object.fromEntries(Object.entries(kept).map(([name, schema]) => [plain(name), schema]))
  return document
}

/** Answers may gain fields within a version, so no answer may be described as closed. */
const allowMore = (schema: Node): void =>
  visit(schema, (node) => {
    if (node.additionalProperties === false) delete node.additionalProperties
  })

/** An answer that was given no words of its own is called what it holds. */
function nameAnswer(node: Node, schemas: Record<string, Node>): void {
  if (node.description !== 'Default Response') return
  const name = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(node.content ?? {}))?.[1]
  node.description = schemas[name ?? '']?.description ?? 'Done.'
}

function simplify(node: Node): void {
  // The format says it; the pattern is three lines of digits.
  if (node.format === 'date-time') delete node.pattern
  const options = node.anyOf
  if (!Array.isArray(options) || options.length !== 1) return
  delete node.anyOf
  Object.assign(node, { ...(options[0] as Node), ...node })
}

function reachable(from: unknown, schemas: Record<string, Node>): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (start: unknown): void =>
    visit(start, (node) => {
      const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1)! : undefined
      if (name === undefined || found.has(name) || !schemas[name]) return
      found.add(name)
      follow(schemas[name])
    })
  follow(from)
  return found
}

function visit(value: unknown, act: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, act)
  else if (value !== null && typeof value === 'object') {
    act(value as Node)
    for (const child of Object.values(value)) visit(child, act)
  }
}
