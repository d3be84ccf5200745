import { z } from 'zod'
import type { NetRequest } from '../../domain/target.ts'
import { beginTemplated } from './begin-templated.ts'
import { defineHttpProtocol, isStreamDone, type Turn } from './http-protocol.ts'
import { followJob, readTemplated } from './json.ts'
import { isObject, parseJson, stringAt } from './parse-json.ts'
import { fillTemplate, fillText, readTemplate } from './template.ts'
import { headersOf, slotsOf, TemplateSettings, templateFeatures, urlOf } from './templated.ts'

const FormSettings = TemplateSettings.extend({ encoding: z.enum(['urlencoded', 'multipart', 'query']).default('urlencoded') })
type FormSettings = z.infer<typeof FormSettings>

/** An HTML form's request: URL-encoded, multipart, or (by GET) the query string. */
export const form = defineHttpProtocol({
  id: 'form',
  settings: FormSettings,
  features: templateFeatures,
  begin: (turn, exchange) => beginTemplated(turn, exchange, (first) => askForm({ ...first, settings: turn.settings })),
  ask: askForm,
  follow: followJob,
  read: readTemplated,
})

function askForm(turn: Turn<FormSettings>): NetRequest {
  const url = urlOf(turn)
  const fields = fieldsOf(turn)
  const headers = { accept: 'application/json, text/event-stream, text/plain', ...headersOf(turn) }
  const { method, encoding } = howToSend(turn.settings)
  if (method === 'GET' || encoding === 'query') return { method, url: withQuery(url, fields), headers, isDone: isStreamDone }
  if (encoding === 'multipart') {
    const { body, type } = toMultipart(fields, turn.session)
    return { method: 'POST', url, headers: { ...headers, 'content-type': type }, body, isDone: isStreamDone }
  }
  const type = 'application/x-www-form-urlencoded'
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': type },
    body: new URLSearchParams(fields).toString(),
    isDone: isStreamDone,
  }
}

/** A template written as text may say how it is sent: `GET q={{prompt}}`, `QUERY …` (in the URL of a POST) or `MULTIPART …`. */
const marked = /^(GET|QUERY|MULTIPART)\s+/

function howToSend(settings: FormSettings): Pick<FormSettings, 'method' | 'encoding'> {
  const mark = typeof settings.request === 'string' ? marked.exec(settings.request)?.[1] : undefined
  if (mark === 'GET') return { method: 'GET', encoding: 'query' }
  return mark === undefined ? settings : { method: 'POST', encoding: mark === 'QUERY' ? 'query' : 'multipart' }
}

/** The same template as text, for a target_config. */
export function writeForm(settings: Readonly<Record<string, unknown>>): unknown {
  const { request, method, encoding } = settings
  const mark = method === 'GET' ? 'GET ' : encoding === 'query' ? 'QUERY ' : encoding === 'multipart' ? 'MULTIPART ' : ''
  if (mark === '' || !isObject(request)) return request
  const plain = (text: string) =>
    encodeURIComponent(text).replace(/%7B%7B(.*?)%7D%7D/g, (_, slot: string) => `{{${decodeURIComponent(slot)}}}`)
  const fields = Object.entries(request).map(
    ([name, value]) => `${plain(name)}=${plain(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return `${mark}${fields.join('&')}`
}

type Fields = [string, string][]

function fieldsOf(turn: Turn<FormSettings>): Fields {
  const template = readTemplate(turn.settings.request)
  if (typeof template === 'string')
    return [...new URLSearchParams(template.replace(marked, ''))].map(([name, value]) => [name, fillText(value, slotsOf(turn))])
  const filled = fillTemplate(template, slotsOf(turn))
  return isObject(filled)
    ? Object.entries(filled).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : []
}

/** The URL with these fields added to its query string. */
function withQuery(url: string, fields: Fields): string {
  const full = new URL(url)
  for (const [name, value] of fields) full.searchParams.set(name, value)
  return full.toString()
}

/** A multipart body; `{"filename": …, "content": …}` is a file. The boundary is a fresh UUID: no prompt can contain it but by knowing it. */
function toMultipart(fields: Fields, session: string): Readonly<{ body: string; type: string }> {
  const boundary = `----sortie-${session}`
  const quoted = (name: string) => name.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
  const parts = fields.map(([name, value]) => {
    const file = value.startsWith('{"filename"') ? parseJson(value) : undefined
    const filename = stringAt(file, 'filename')
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`
    return filename === undefined
      ? `${head}\r\n\r\n${value}\r\n`
      : `${head}; filename="${quoted(filename)}"\r\ncontent-type: text/plain\r\n\r\n${stringAt(file, 'content') ?? ''}\r\n`
  })
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}
