import { defineHttpProtocol, isStreamDone } from './http-protocol.ts'
import { followJob, headersOf, readTemplated, slotsOf, TemplateSettings, templateFeatures } from './json.ts'
import { fillText } from './template.ts'

/** Plain text in, an answer out: the whole body is what is said. */
export const text = defineHttpProtocol({
  id: 'text',
  settings: TemplateSettings.extend({ request: TemplateSettings.shape.request.default('{{prompt}}') }),
  features: templateFeatures,
  ask: (turn) => ({
    method: 'POST',
    url: turn.settings.url ?? turn.url,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      accept: 'text/plain, application/json, text/event-stream',
      ...headersOf(turn),
    },
    body: typeof turn.settings.request === 'string' ? fillText(turn.settings.request, slotsOf(turn)) : turn.text,
    isDone: isStreamDone,
  }),
  follow: followJob,
  read: readTemplated,
})
