import { buildSchema, execute, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, type Handle, isText, json, type Say } from './handlers.ts'
import { insurer } from './third-brains.ts'

/** A GraphQL server on GraphQL's own library, whose schema nobody may ask for. */
const hidden = (sdl: string, root: (say: Say) => unknown): Handle => {
  const schema = buildSchema(sdl)
  return async (call, response, say) => {
    const { query, variables } = body(call.json)
    if (call.method !== 'POST') return sendJson(response, 405, { errors: [{ message: 'GraphQL only supports POST requests.' }] })
    if (!isText(query)) return sendJson(response, 400, { errors: [{ message: 'Must provide query string.' }] })
    try {
      const document = parse(query)
      const errors = validate(schema, document, [...specifiedRules, NoSchemaIntrospectionCustomRule])
      if (errors.length > 0) return sendJson(response, 400, { errors: errors.map((error) => error.toJSON()) })
      return sendJson(response, 200, await execute({ schema, document, rootValue: root(say), variableValues: variables }))
    } catch (error) {
      return sendJson(response, 400, { errors: [{ message: error instanceof Error ? error.message : 'bad query' }] })
    }
  }
}

/** GraphQL without introspection: its validation errors are all there is to go by. */
export const thirdGraphQl: readonly Endpoint[] = [
  {
    name: 'GraphQL, hidden: a mutation with an input object and a session',
    path: '/graphql',
    brain: clever,
    expect: json,
    handle: hidden(
      `type Query { version: String }
      input SendMessageInput { text: String! sessionId: ID! locale: String }
      type Msg { id: ID! text: String! author: String }
      type SendMessagePayload { message: Msg! ok: Boolean }
      type Mutation { login(user: String!): String sendMessage(input: SendMessageInput!): SendMessagePayload! }`,
      (say) => ({ sendMessage: ({ input }: Any) => ({ ok: true, message: { id: '1', text: say(input.text), author: 'bot' } }) }),
    ),
  },
  {
    name: 'GraphQL, hidden: a query of one scalar',
    path: '/api/graphql',
    brain: clever,
    expect: json,
    handle: hidden('type Query { ask(question: String!): String! ping: String }', (say) => ({ ask: ({ question }: Any) => say(question) })),
  },
  {
    name: 'GraphQL, hidden: an argument that may be left out',
    path: '/graphql',
    brain: insurer,
    expect: json,
    handle: hidden(
      `type Query { hello: String }
      type Reply { answer: String! sources: [String!]! }
      type Mutation { askQuestion(prompt: String, lang: String): Reply }`,
      (say) => ({ askQuestion: ({ prompt }: Any) => ({ answer: say(prompt ?? ''), sources: [] }) }),
    ),
  },
  {
    name: 'GraphQL, hidden: a shop',
    path: '/graphql',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: hidden('type Query { products(first: Int): [String!]! } type Mutation { addToCart(id: ID!): Boolean }', () => ({})),
  },
]
