import { problemCodes } from '../domain/problem.ts'
import { escapeHtml, toInline, toParagraphs } from './html.ts'
import { pageStyle } from './page-style.ts'
import type { SchemaNode } from './schema-table.ts'
import { fieldsTable, typeOf } from './schema-table.ts'

type Parameter = Readonly<{ name: string; in: string; required?: boolean; description?: string; schema?: SchemaNode }>
type Media = Readonly<Record<string, Readonly<{ schema?: SchemaNode }>>>
type Operation = Readonly<{
  tags?: readonly string[]
  summary?: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ content?: Media }>
  responses?: Readonly<Record<string, Readonly<{ description?: string; content?: Media }>>>
}>
type ApiDocument = Readonly<{
  info: Readonly<{ title: string; version: string; description?: string }>
  tags?: readonly Readonly<{ name: string; description?: string }>[]
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: Readonly<{ schemas?: Readonly<Record<string, SchemaNode>> }>
}>
type Entry = Readonly<{ method: string; path: string; operation: Operation }>

/** The OpenAPI document as a page for people: plain HTML, rendered here, no script. */
export function renderDocs(openapi: unknown): string {
  // The document is our own, made from our own schemas a moment ago.
  const api = openapi as ApiDocument
  const entries = Object.entries(api.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const sections = (api.tags ?? []).map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }))
  const schemas = Object.entries(api.components?.schemas ?? {})

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)} API</title><style>${pageStyle}</style></head>
<body><div class="page">
<nav aria-label="Contents">${sections
    .map(({ name, entries }) => `<strong>${escapeHtml(name)}</strong><ul>${entries.map(navItem).join('')}</ul>`)
    .join('')}<strong>objects</strong><ul>${schemas.map(([name]) => `<li><a href="#schema-${name}">${name}</a></li>`).join('')}</ul>
<a href="#problems"><strong>problems</strong></a></nav>
<main><h1>${escapeHtml(api.info.title)} API <span class="type">${escapeHtml(api.info.version)}</span></h1>
${toParagraphs(api.info.description ?? '')}
<p>The same as a machine reads it: <a href="/openapi.json">openapi.json</a>.</p>
${sections.map((tag) => `<h2>${escapeHtml(tag.name)}</h2><p>${toInline(tag.description ?? '')}</p>${tag.entries.map(operation).join('')}`).join('')}
<h2>Objects</h2>${schemas.map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3><p>${toInline(schema.description ?? '')}</p>${fieldsTable(schema)}`).join('')}
<h2 id="problems">Problems</h2><p>Every error is <code>application/problem+json</code>; <code>code</code> is one of these.</p>
<div class="scroll"><table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>${problemCodes
    .map(({ code, status, title }) => `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`)
    .join('')}</table></div>
</main></div></body></html>`
}

const anchorOf = ({ method, path }: Entry): string => `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`

const heading = ({ method, path }: Entry): string =>
  `<span class="method ${escapeHtml(method)}">${escapeHtml(method)}</span><span class="path">${escapeHtml(path)}</span>`

const navItem = (entry: Entry): string => `<li><a href="#${anchorOf(entry)}">${escapeHtml(entry.operation.summary ?? entry.path)}</a></li>`

function operation(entry: Entry): string {
  const { summary, description, parameters = [], requestBody, responses = {} } = entry.operation
  const body = schemaOf(requestBody?.content)
  return [
    `<h3 id="${anchorOf(entry)}">${heading(entry)}</h3><p><strong>${escapeHtml(summary ?? '')}.</strong> ${toInline(description ?? '')}</p>`,
    parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters)}` : '',
    body ? `<h4>Body</h4><p>${typeOf(body)}</p>` : '',
    `<h4>Answers</h4>${answerTable(responses)}`,
  ].join('')
}

const schemaOf = (content: Media | undefined): SchemaNode | undefined => Object.values(content ?? {})[0]?.schema

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: where, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ' <span class="need">required</span>' : ''}</td>` +
      `<td class="type">${escapeHtml(where)}, ${typeOf(schema ?? {})}</td><td>${toInline(description ?? schema?.description ?? '')}</td></tr>`,
  )
  return `<div class="scroll"><table>${rows.join('')}</table></div>`
}

function answerTable(responses: NonNullable<Operation['responses']>): string {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = schemaOf(content)
    return `<tr><td>${escapeHtml(status)}</td><td>${schema ? typeOf(schema) : ''}</td><td>${toInline(description ?? '')}</td></tr>`
  })
  return `<div class="scroll"><table>${rows.join('')}</table></div>`
}
