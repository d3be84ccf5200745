import type { NetRequest } from '../../domain/target.ts'
import { beginTemplated } from './begin-templated.ts'
import { defineHttpProtocol, isStreamDone, type Turn } from './http-protocol.ts'
import { followJob, readTemplated } from './json.ts'
import { fillText } from './template.ts'
import { headersOf, slotsOf, TemplateSettings, templateFeatures, urlOf } from './templated.ts'

/** Plain text in, an answer out: the whole body is what is said. */
export const text = defineHttpProtocol({
  id: 'text',
  settings: TemplateSettings.extend({ request: TemplateSettings.shape.request.default('{{prompt}}') }),
  features: templateFeatures,
  begin: (turn, exchange) => beginTemplated(turn, exchange, askText),
  ask: askText,
  follow: followJob,
  read: readTemplated,
})

function askText(turn: Turn<TemplateSettings>): NetRequest {
  return {
    method: 'POST',
    url: urlOf(turn),
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      accept: 'text/plain, application/json, text/event-stream',
      ...headersOf(turn),
    },
    body: typeof turn.settings.request === 'string' ? fillText(turn.settings.request, slotsOf(turn)) : turn.text,
    isDone: isStreamDone,
  }
}
