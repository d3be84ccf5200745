import { createUIMessageStream, createUIMessageStreamResponse } from 'ai'
import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** A chat route that answers with the real AI SDK's UI message stream. */
export const vercelUiServer: ProtocolServer = {
  protocol: 'vercel-ai',
  name: 'Vercel AI SDK, UI message stream',
  path: '/api/chat',
  conversation: 'history',
  acts: { call: calledTool },
  handle: async (call, response, mind) => {
    const { messages } = bodyOf(call)
    const said: string[] = messages.map((message: Any) => message['parts'].map((part: Any) => part['text']).join('')) // missing parts crash the route, as they do in real ones
    const text = mind(said.at(-1)!, said.slice(0, -1))
    const stream = createUIMessageStream({
      execute: ({ writer }) => {
        writer.write({ type: 'start' })
        if (actOf(said.at(-1)!) === 'call')
          writer.write({ type: 'tool-input-available', toolCallId: 't', toolName: 'lookup', input: { q: 'x' } })
        writer.write({ type: 'text-start', id: '0' })
        for (const delta of wordsOf(text)) writer.write({ type: 'text-delta', id: '0', delta })
        writer.write({ type: 'text-end', id: '0' })
      },
    })
    const answer = createUIMessageStreamResponse({ stream })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    for await (const chunk of answer.body ?? []) response.write(chunk)
    response.end()
  },
}

/** The data stream of AI SDK 4: a code, a colon, JSON. */
export const vercelDataServer: ProtocolServer = {
  protocol: 'vercel-ai',
  name: 'Vercel AI SDK 4, data stream',
  path: '/api/chat',
  conversation: 'history',
  acts: { call: calledTool, cut: wasCut, filter: refusedBy('filter') },
  handle: (call, response, mind) => {
    const { messages } = bodyOf(call)
    const said: string[] = messages.map((message: Any) => String(message['content']))
    const act = actOf(said.at(-1)!)
    const finishReason = act === 'cut' ? 'length' : act === 'filter' ? 'content-filter' : 'stop'
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' })
    response.write(`f:${JSON.stringify({ messageId: 'm' })}\n`)
    for (const piece of wordsOf(mind(said.at(-1)!, said.slice(0, -1)))) response.write(`0:${JSON.stringify(piece)}\n`)
    if (act === 'call') response.write(`9:${JSON.stringify({ toolCallId: 't', toolName: 'lookup', args: { q: 'x' } })}\n`)
    response.end(
      `e:${JSON.stringify({ finishReason, usage: { promptTokens: 1, completionTokens: 2 } })}\nd:${JSON.stringify({ finishReason })}\n`,
    )
  },
}

/** An AG-UI agent, as its FastAPI integration answers. */
export const agUiServer: ProtocolServer = {
  protocol: 'ag-ui',
  name: 'AG-UI',
  path: '/agent',
  conversation: 'history',
  acts: { call: calledTool },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    const absent = ['threadId', 'runId', 'state', 'messages', 'tools', 'context', 'forwardedProps'].filter(
      (name) => body[name] === undefined,
    )
    if (absent.length > 0)
      return sendJson(response, 422, {
        detail: absent.map((name) => ({ type: 'missing', loc: ['body', name], msg: 'Field required', input: body })),
      })
    const bad = body['messages'].findIndex((message: Any) => typeof message['id'] !== 'string')
    if (bad >= 0)
      return sendJson(response, 422, {
        detail: [{ type: 'missing', loc: ['body', 'messages', bad, 'user', 'id'], msg: 'Field required', input: {} }],
      })
    const said: string[] = body['messages'].map((message: Any) => message['content'])
    const frame = { threadId: body['threadId'], runId: body['runId'] }
    return sendEvents(response, [
      { type: 'RUN_STARTED', ...frame },
      ...(actOf(said.at(-1)!) === 'call'
        ? [
            { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'lookup' },
            { type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: '{"q":' },
            { type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: '"x"}' },
            { type: 'TOOL_CALL_END', toolCallId: 't' },
          ]
        : []),
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      ...wordsOf(mind(said.at(-1)!, said.slice(0, -1))).map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })),
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', ...frame },
    ])
  },
}
