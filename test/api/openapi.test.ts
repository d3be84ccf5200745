import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemBody } from '../../src/api/problem-json.ts'
import { problemCodes } from '../../src/domain/problem.ts'
import { KeyInput } from '../../src/service/create-key.ts'
import { KeyView, NewKeyView } from '../../src/service/key-view.ts'
import { ResultView } from '../../src/service/result-view.ts'
import { ScanInput } from '../../src/service/scan-input.ts'
import { ScanView } from '../../src/service/scan-view.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'

type Operation = { operationId: string; summary: string; responses: Record<string, unknown>; security?: unknown }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, unknown> } }

let api: Api
let document: Document
beforeAll(async () => {
  api = await openApi()
  document = (await api.call('GET', '/openapi.json')).json()
})
afterAll(() => api.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

test('the document is OpenAPI 3.1 and describes every route but the pages', () => {
  expect(document.openapi).toBe('3.1.0')
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const registered = api.app.routeTable
    .filter(({ method, url }) => method !== 'HEAD' && url !== '/' && url !== '/docs')
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual(registered.toSorted())
})

test('every operation has a name of its own, a summary, and its problem answers', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, operation } of operations()) {
    expect(operation.summary, path).toBeTruthy()
    if (operation.security) for (const status of ['401', '403', '429']) expect(operation.responses, path).toHaveProperty(status)
  }
})

test('every reference leads to a schema, and every schema is used', () => {
  const text = JSON.stringify(document)
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))
  expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
})

test('a list says how long it is, and every answer says what it is', () => {
  expect(document.paths['/scans']!['get']).toMatchObject({
    parameters: [
      { name: 'limit', description: expect.stringContaining('Default: 10.'), schema: { type: 'integer', maximum: 100 } },
      {},
      {},
    ],
  })
  expect(JSON.stringify(document)).not.toContain('Default Response')
})

test('answers are open to new fields, the body of a scan is not', () => {
  expect(JSON.stringify(document.components.schemas['Scan'])).not.toContain('"additionalProperties":false')
  expect(document.components.schemas['ScanRequest']).toMatchObject({ additionalProperties: false, required: ['target'] })
})

test('every example is one', () => {
  for (const [name, schema] of Object.entries({ KeyInput, KeyView, NewKeyView, ProblemBody, ResultView, ScanInput, ScanView })) {
    const examples = schema.meta()?.examples as unknown[]
    expect(examples, name).not.toHaveLength(0)
    for (const example of examples) expect(() => schema.strict().parse(example), name).not.toThrow()
  }
})

test.each(['/', '/docs'])('%s is a whole page without script and without anything from elsewhere', async (url) => {
  const page = await api.call('GET', url, { headers: { accept: 'text/html' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script|<link|<img|\son\w+=|style="/i)
  const style = /<style>([\s\S]*?)<\/style>/.exec(page.body)![1]!
  expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect([...page.body.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, to]) => !/^[/#]/.test(to!))).toEqual([])
})

test('the page has every operation, every object and every problem, and no link to nowhere', async () => {
  const { body } = await api.call('GET', '/docs')
  for (const { operation } of operations()) expect(body).toContain(operation.summary)
  for (const name of Object.keys(document.components.schemas)) expect(body).toContain(`id="schema-${name}"`)
  for (const { code } of problemCodes) expect(body).toContain(`id="${code}"`)
  const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, to] of body.matchAll(/href="#([^"]+)"/g)) expect(anchors, to).toContain(to)
})
