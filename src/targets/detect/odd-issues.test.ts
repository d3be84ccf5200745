import { expect, test } from 'vitest'
import { readIssues } from './issues.ts'
import { openersIn } from './open-session.ts'

const read = (body: unknown) => readIssues({ text: typeof body === 'string' ? body : JSON.stringify(body), headers: {} })

test.each<readonly [string, unknown, readonly unknown[]]>([
  [
    'Ktor lists several',
    { error: "Illegal input: Fields [line, deviceId] are required for type with serial name 'x.T'" },
    [['line'], ['deviceId']],
  ],
  ['two in one phrase', { message: 'Missing focusMode or query' }, [['focusMode'], ['query']]],
  ['names alone in a list', { 'problem-keys': ['user-line', 'dialog-id'], spec: 'missing-required-keys' }, [['user-line'], ['dialog-id']]],
  ['a place in a list', { error: 'messages[].text must be a string' }, [['messages', 0, 'text']]],
  ['Japanese in its own quotes', { エラー: '「質問」は必須です' }, [['質問']]],
  ['AWS Lambda', { errorType: 'InvalidInput', errorMessage: 'request.line must be a non-empty string' }, [['request', 'line']]],
])('%s', (_, body, paths) => {
  expect(read(body).map((issue) => issue.path)).toEqual(paths)
})

test.each<readonly [string, unknown, unknown]>([
  [
    'choices after “valid choices are”',
    { bot: ['"x" is not a valid choice. Valid choices are: luigi, maria.'] },
    { path: ['bot'], options: ['luigi', 'maria'] },
  ],
  ['choices without quotes', { level: 'must be A1, A2 or B1' }, { path: ['level'], options: ['A1', 'A2', 'B1'] }],
  [
    'a single choice in quotes',
    { errors: [{ source: { pointer: '/data/type' }, detail: "type must be 'messages'" }] },
    { path: ['data', 'type'], options: ['messages'] },
  ],
  [
    'models that an error offers',
    { error: { message: 'The model `x` does not exist. Available models: foo-7b, bar-1.5b', type: 'e', param: 'model' } },
    { path: ['model'], options: ['foo-7b', 'bar-1.5b'] },
  ],
  [
    'a pattern of protoc-gen-validate',
    { message: 'invalid Req.RoomName: value does not match regex pattern "^rooms/[a-z0-9-]+$"' },
    { path: ['roomName'], value: 'rooms/{{session}}' },
  ],
  [
    'letters and digits only',
    { message: '"key" must only contain alpha-numeric characters' },
    { path: ['key'], value: '{{session:plain}}' },
  ],
])('%s are read as values that will do', (_, body, issue) => {
  expect(read(body)).toEqual([expect.objectContaining({ kind: 'value', ...(issue as object) })])
})

test('a parameter of the address is not looked for in the body', () => {
  expect(read({ error: "query parameter 'bot' is required" })).toEqual([expect.objectContaining({ where: 'query', path: ['bot'] })])
})

test('a conversation is opened where an error says, of the same origin, and never at an address that undoes something', () => {
  const at = (text: string) => openersIn({ status: 400, text }, 'http://a.example/api/chat')
  expect(at('Create a session with POST /api/sessions first.')).toEqual(['http://a.example/api/sessions'])
  expect(at('Create one: POST http://b.example/sessions')).toEqual([])
  expect(at('Free a place with POST /api/sessions/delete')).toEqual([])
  expect(at('Unknown session')).toEqual(['http://a.example/api/sessions', 'http://a.example/api/session', 'http://a.example/sessions'])
  expect(at('message is required')).toEqual([])
})
