import 'reflect-metadata'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Body, Controller, HttpCode, Module, Post, type Type, ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { initTRPC } from '@trpc/server'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { Type as Transform } from 'class-transformer'
import { IsEnum, IsIn, IsInt, IsNotEmpty, IsString, IsUUID, MaxLength, Min, ValidateNested } from 'class-validator'
import * as yup from 'yup'
import { z } from 'zod'
import { bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'

type Say = (text: string, before?: readonly string[]) => string
type Rules = Readonly<Record<string, readonly PropertyDecorator[]>>

/** A class with validators on its members. Type stripping knows no decorators: they are functions all the same. */
function withRules(rules: Rules): Type {
  class Dto {}
  for (const [name, decorators] of Object.entries(rules)) for (const decorate of decorators) decorate(Dto.prototype, name)
  return Dto
}

/** A NestJS application with one route that takes such a class. */
const viaNest =
  (
    path: string,
    Dto: Type,
    answer: (dto: Record<string, never>, say: Say) => unknown,
    pipe: ConstructorParameters<typeof ValidationPipe>[0] = {},
  ) =>
  async (say: Say) => {
    class Chat {
      ask(dto: Record<string, never>) {
        return answer(dto, say)
      }
    }
    const method = Object.getOwnPropertyDescriptor(Chat.prototype, 'ask')!
    Post(path)(Chat.prototype, 'ask', method)
    HttpCode(200)(Chat.prototype, 'ask', method)
    Body()(Chat.prototype, 'ask', 0)
    Reflect.defineMetadata('design:paramtypes', [Dto], Chat.prototype, 'ask')
    Controller()(Chat)
    class App {}
    Module({ controllers: [Chat] })(App)
    const app = await NestFactory.create(App, { logger: false })
    app.useGlobalPipes(new ValidationPipe(pipe))
    await app.listen(0, '127.0.0.1')
    const { port } = app.getHttpServer().address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
  }

const Part = withRules({ text: [IsString(), IsNotEmpty()], lang: [IsIn(['en', 'de'])] })
const Nested = withRules({ input: [ValidateNested(), Transform(() => Part), IsNotEmpty()], sessionId: [IsUUID()] })

const viaTrpc = (say: Say) => {
  const t = initTRPC.create()
  const router = t.router({
    ask: t.procedure
      .input(z.object({ question: z.string().min(1), thread: z.object({ id: z.string() }) }))
      .mutation(({ input }) => ({ reply: { text: say(input.question) } })),
  })
  const server = createServer(createHTTPHandler({ router }))
  return new Promise<Readonly<{ url: string; close(): Promise<unknown> }>>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () =>
          new Promise<void>((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    ),
  )
}

const Note = yup.object({
  remark: yup.string().required(),
  mood: yup.string().oneOf(['calm', 'angry']).required(),
  retries: yup.number().required(),
})

/** More real validators: each error is the library's own. */
export const realValidatorEndpoints: readonly Endpoint[] = [
  {
    name: 'NestJS, class-validator',
    path: '/chat',
    brain: clever,
    expect: { protocol: 'json' },
    listen: viaNest('chat', withRules({ message: [IsString(), IsNotEmpty(), MaxLength(500)] }), (dto, say) => ({
      answer: say(dto['message']!),
    })),
  },
  {
    name: 'NestJS, strict, with an enumeration and a number',
    path: '/api/ask',
    brain: dreamy,
    expect: { protocol: 'json' },
    listen: viaNest(
      'api/ask',
      withRules({ userPrompt: [IsString(), IsNotEmpty()], tone: [IsEnum({ Calm: 'calm', Loud: 'loud' })], maxWords: [IsInt(), Min(5)] }),
      (dto, say) => ({ data: { text: say(dto['userPrompt']!) } }),
      { whitelist: true, forbidNonWhitelisted: true },
    ),
  },
  {
    name: 'NestJS, nested, one error at a time',
    path: '/assist',
    brain: locked,
    expect: { protocol: 'json', conversation: 'session' },
    listen: viaNest('assist', Nested, (dto, say) => ({ output: say(dto['input']!['text']!) }), { stopAtFirstError: true, transform: true }),
  },
  { name: 'tRPC, its own server', path: '/ask', brain: clever, expect: { protocol: 'json' }, listen: viaTrpc },
  {
    name: 'yup, its own errors',
    path: '/remarks',
    brain: canned,
    expect: { protocol: 'json' },
    handle: async (call, response, say) => {
      try {
        const { remark } = await Note.validate(bodyOf(call), { abortEarly: false })
        return sendJson(response, 200, { note: say(remark) })
      } catch (error) {
        return sendJson(response, 400, { errors: (error as yup.ValidationError).errors })
      }
    },
  },
]
