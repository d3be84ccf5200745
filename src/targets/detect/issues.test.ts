import { expect, test } from 'vitest'
import { readIssues } from './issues.ts'

const read = (body: unknown) => readIssues({ text: typeof body === 'string' ? body : JSON.stringify(body), headers: {} })
const missing = (...path: (string | number)[]) => expect.objectContaining({ kind: 'missing', path })

test.each([
  ['pydantic 2', { detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required', input: {} }] }, 'prompt'],
  ['pydantic 1', { detail: [{ loc: ['body', 'prompt'], msg: 'field required', type: 'value_error.missing' }] }, 'prompt'],
  [
    'vLLM',
    { error: { message: '1 validation error', type: 'Bad Request', param: 'body.messages', code: 400 }, object: 'error' },
    undefined,
  ],
  [
    'zod 3',
    { issues: [{ code: 'invalid_type', expected: 'string', received: 'undefined', path: ['message'], message: 'Required' }] },
    'message',
  ],
  [
    'zod 4',
    {
      error: {
        name: 'ZodError',
        message:
          '[{"expected":"string","code":"invalid_type","path":["message"],"message":"Invalid input: expected string, received undefined"}]',
      },
    },
    'message',
  ],
  ['zod flattened', { formErrors: [], fieldErrors: { question: ['Required'] } }, undefined],
  [
    'ajv',
    [{ instancePath: '', keyword: 'required', params: { missingProperty: 'message' }, message: "must have required property 'message'" }],
    'message',
  ],
  [
    'Fastify',
    { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message: "body must have required property 'message'" },
    'message',
  ],
  ['NestJS', { statusCode: 400, message: ['question should not be empty', 'question must be a string'], error: 'Bad Request' }, 'question'],
  ['Joi', { message: '"utterance" is required' }, 'utterance'],
  ['express-validator', { errors: [{ type: 'field', msg: 'Invalid value', path: 'prompt', location: 'body' }] }, undefined],
  [
    'Spring',
    { timestamp: 'x', status: 400, errors: [{ field: 'question', defaultMessage: 'must not be blank', code: 'NotBlank' }] },
    'question',
  ],
  [
    'ASP.NET',
    { title: 'One or more validation errors occurred.', status: 400, errors: { Question: ['The Question field is required.'] } },
    'question',
  ],
  ['Django REST', { message: ['This field is required.'] }, 'message'],
  ['marshmallow', { errors: { json: { utterance: ['Missing data for required field.'] } } }, 'utterance'],
  ['Flask-RESTful', { message: { prompt: 'Missing required parameter in the JSON body' } }, 'prompt'],
  ['Laravel', { message: 'The ask field is required.', errors: { ask: ['The ask field is required.'] } }, 'ask'],
  ['Rails', { status: 400, error: 'param is missing or the value is empty: query' }, 'query'],
  ['gin', { error: "Key: 'ChatReq.UserText' Error:Field validation for 'UserText' failed on the 'required' tag" }, 'userText'],
  ['axum', 'Failed to deserialize the JSON body into the target type: missing field `utterance` at line 1 column 2', 'utterance'],
  ['Jackson', { detail: "Missing required creator property 'question' (index 0)" }, 'question'],
  ['Dify', { code: 'invalid_param', message: 'query is required in input form', params: 'query', status: 400 }, 'query'],
  ['PHP', '<b>Warning</b>: Undefined array key "frage" in /var/www/x.php', 'frage'],
  ['Python', "KeyError: 'user_input'", 'user_input'],
  ['prose', { error: 'Please provide a prompt.' }, 'prompt'],
  ['prose', { error: 'No message provided' }, 'message'],
  ['prose', { error: 'Missing required parameter: `text`' }, 'text'],
  ['prose', { message: "Invalid request: 'inputs' field is missing" }, 'inputs'],
  ['usage', { error: 'Bad request. Expected {"frage": "..."}' }, 'frage'],
  ['Spanish', { error: "El campo 'mensaje' es obligatorio" }, 'mensaje'],
  ['French', { erreur: 'Le champ « texte » est requis' }, 'texte'],
  ['German', { fehler: 'Das Feld frage fehlt' }, 'frage'],
  ['Italian', { errore: 'Il campo messaggio è obbligatorio' }, 'messaggio'],
  ['Chinese', { code: 1, msg: '缺少参数 content' }, 'content'],
  ['Kotlin', { detail: 'failed for JSON property q due to missing (therefore NULL) value for creator parameter ask' }, 'ask'],
  ['Node', "TypeError: Cannot read properties of undefined (reading 'userText')", 'userText'],
  ['Symfony', { violations: [{ propertyPath: 'satz', title: 'This value should not be blank.' }] }, 'satz'],
  ['Play', { 'obj.spoken': [{ msg: ['error.path.missing'], args: [] }] }, 'spoken'],
  ['Vapor', { error: true, reason: "No such key 'saying' at path ''." }, 'saying'],
])('%s names the field that is missing', (_, body, name) => {
  const issues = read(body)
  if (name === undefined) expect(issues.length).toBeGreaterThan(0)
  else expect(issues[0]).toEqual(missing(name))
})

test('a nested field keeps its path', () => {
  expect(read({ detail: [{ type: 'missing', loc: ['body', 'input', 'messages', 0, 'content'], msg: 'Field required' }] })).toEqual([
    missing('input', 'messages', 0, 'content'),
  ])
  expect(read({ message: "body/request must have required property 'phrase'" })).toEqual([missing('request', 'phrase')])
  expect(read({ errors: [{ detail: 'is required', source: { pointer: '/data/attributes/question' } }] })).toEqual([
    missing('data', 'attributes', 'question'),
  ])
})

test.each(['不能为空', '必須項目です', '필수항목입니다', 'Pflichtfeld'])('%s says all without a blank', (said) => {
  expect(read({ errors: { question: said } })).toEqual([missing('question')])
})

test.each([
  ['[A-Z]{2}-\\d{4}', 'AA-1111'],
  ['usr_[a-z0-9]{3,8}', 'usr_aaa'],
  ['[abc]', 'a'],
  ['rooms/[\\w-]+', 'rooms/{{session}}'],
  ['[^/]{1,64}', '{{session}}'],
  ['[0-9a-f]{32}', '{{session:plain}}'],
])('a value of the form %s is %s', (pattern, value) => {
  expect(
    read({ detail: [{ type: 'string_pattern_mismatch', loc: ['body', 'ref'], msg: `String should match pattern '^${pattern}$'` }] }),
  ).toEqual([{ kind: 'value', path: ['ref'], where: 'body', value }])
})

test('where the field goes is read too', () => {
  expect(read({ detail: [{ type: 'missing', loc: ['query', 'q'], msg: 'Field required' }] })[0]).toMatchObject({
    where: 'query',
    path: ['q'],
  })
  expect(read({ message: "headers must have required property 'x-tenant'" })[0]).toMatchObject({ where: 'header', path: ['x-tenant'] })
})

test('a value that will do is read out of what a validator says of it', () => {
  const value = (message: string) => read({ message: [message] })[0]
  expect(value('maxWords must not be less than 5')).toMatchObject({ kind: 'value', path: ['maxWords'], value: 5 })
  expect(value('sessionId must be a UUID')).toMatchObject({ kind: 'value', path: ['sessionId'], value: '{{session}}' })
  expect(value('mood must be one of the following values: calm, angry')).toMatchObject({ kind: 'value', options: ['calm', 'angry'] })
  expect(value('text should have at least 30 characters')?.value).toBeUndefined()
})

test('extra fields, types and choices are told apart', () => {
  expect(read({ detail: [{ type: 'extra_forbidden', loc: ['body', 'q'], msg: 'Extra inputs are not permitted' }] })[0]).toMatchObject({
    kind: 'extra',
    path: ['q'],
  })
  expect(
    read([{ code: 'unrecognized_keys', keys: ['a', 'b'], path: [], message: 'Unrecognized keys' }]).map((issue) => issue.path),
  ).toEqual([['a'], ['b']])
  expect(read({ detail: [{ type: 'list_type', loc: ['body', 'messages'], msg: 'Input should be a valid list' }] })[0]).toMatchObject({
    kind: 'type',
    expected: 'array',
  })
  expect(
    read({
      detail: [
        { type: 'literal_error', loc: ['body', 'mode'], msg: "Input should be 'fast' or 'slow'", ctx: { expected: "'fast' or 'slow'" } },
      ],
    })[0],
  ).toMatchObject({ kind: 'value', options: ['fast', 'slow'] })
})

test('words that are no field are no field', () => {
  for (const text of [
    'Bad Request',
    'Internal Server Error',
    'Invalid JSON in request body',
    'Unsupported Media Type',
    'The request is invalid.',
    'Not found',
  ])
    expect(read({ error: text })).toEqual([])
})

test('a hostile error body costs little and yields little', () => {
  const started = performance.now()
  expect(read({ error: `${'is required '.repeat(400)}` }).length).toBeLessThanOrEqual(30)
  expect(read('('.repeat(100_000))).toEqual([])
  expect(
    read({ detail: Array.from({ length: 5000 }, (_, index) => ({ loc: ['body', `f${index}`], msg: 'missing' })) }).length,
  ).toBeLessThanOrEqual(30)
  expect(performance.now() - started).toBeLessThan(2000)
})
