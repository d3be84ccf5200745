import { Problem } from '../../domain/problem.ts'
import { type Answer, defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, listAt, member, stringAt } from './parse-json.ts'

/**
 * Gradio apps: a call gives an event id, whose stream gives the result. The function and its other arguments are read from
 * the app's own description on the first turn. https://www.gradio.app/guides/querying-gradio-apps-with-curl
 */
export const gradio = defineHttpProtocol({
  id: 'gradio',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  begin: async ({ url, settings }, exchange) => {
    const base = baseOf(settings.url ?? url)
    for (const prefix of ['/gradio_api', '']) {
      const { response, body } = await exchange({
        method: 'GET',
        url: `${base}${prefix}/info`,
        headers: { accept: 'application/json', ...settings.headers },
      })
      const endpoints = response.status === 200 && body.kind === 'json' ? member(body.value, 'named_endpoints') : undefined
      if (isObject(endpoints)) return { prefix, ...chooseFunction(endpoints, apiName(settings.url ?? url)) }
    }
    throw new Problem('target_unreadable', 'The Gradio app does not describe itself at /gradio_api/info.')
  },
  ask: ({ url, settings, text, session, state }) => {
    const filled = listAt(state, 'parameters').map((parameter, index) =>
      index === state['at'] ? text : (member(parameter, 'parameter_default') ?? null),
    )
    return postJson(callUrl(settings.url ?? url, state), { data: filled, session_hash: session, ...settings.extra }, settings.headers)
  },
  follow: async (called, { url, settings, state }, exchange) => {
    const event = called.body.kind === 'json' ? stringAt(called.body.value, 'event_id') : undefined
    if (event === undefined) return called
    return exchange({
      method: 'GET',
      url: `${callUrl(settings.url ?? url, state)}/${encodeURIComponent(event)}`,
      headers: { accept: 'text/event-stream', ...settings.headers },
      isDone: isComplete,
    })
  },
  read: readResult,
})

const isComplete = (text: string): boolean => /event: (?:complete|error)\ndata: [^\n]*\n\n/.test(text)
const baseOf = (url: string): string => url.replace(/\/(?:gradio_api|call|run|config|info)(?:\/.*)?$/, '').replace(/\/+$/, '')
const apiName = (url: string): string | undefined => /\/(?:call|run)\/(?:v2\/)?([^/?]+)/.exec(url)?.[1]
const callUrl = (url: string, state: Readonly<Record<string, unknown>>): string =>
  `${baseOf(url)}${state['prefix']}/call/${String(state['name']).replace(/^\//, '')}`

/** The function that sounds like a chat, and which of its arguments takes the text. */
function chooseFunction(endpoints: Readonly<Record<string, unknown>>, wanted: string | undefined) {
  const names = Object.keys(endpoints).filter((name) => textAt(endpoints[name]) >= 0)
  const name =
    names.find((one) => one === `/${wanted}`) ?? names.find((one) => /chat|respond|predict|generate|ask|message/i.test(one)) ?? names[0]
  if (name === undefined) throw new Problem('target_not_ai', 'No function of this Gradio app takes a text.')
  return { name, parameters: listAt(endpoints[name], 'parameters'), at: textAt(endpoints[name]) }
}

function textAt(endpoint: unknown): number {
  const parameters = listAt(endpoint, 'parameters')
  const isText = (parameter: unknown) =>
    /textbox|multimodal/i.test(stringAt(parameter, 'component') ?? '') || stringAt(parameter, 'type', 'type') === 'string'
  const named = parameters.findIndex(
    (parameter) =>
      isText(parameter) &&
      /message|prompt|text|query|question|input|msg/i.test(`${stringAt(parameter, 'parameter_name')} ${stringAt(parameter, 'label')}`),
  )
  return named >= 0 ? named : parameters.findIndex(isText)
}

/** The result is a list of the function's outputs: a string, or the history that ends with the answer. */
function readResult({ body }: Answer) {
  if (body.kind !== 'events') return { reply: undefined }
  const failed = body.events.find((event) => event.event === 'error')
  if (failed)
    throw new Problem('target_server_error', `The Gradio function failed: ${String(failed.data ?? 'no reason given').slice(0, 200)}`)
  const data = body.events.findLast((event) => event.event === 'complete')?.data
  const outputs = Array.isArray(data) ? data : []
  const text = outputs.map(outputText).find((found) => found !== undefined && found !== '')
  return { reply: text === undefined ? undefined : { text } }
}

function outputText(output: unknown): string | undefined {
  if (typeof output === 'string') return output
  if (!Array.isArray(output)) return stringAt(output, 'content') ?? stringAt(output, 'text') ?? stringAt(output, 'value')
  const last: unknown = output.at(-1)
  return Array.isArray(last) ? (typeof last[1] === 'string' ? last[1] : undefined) : outputText(last)
}
