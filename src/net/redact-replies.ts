import type { Net } from '../domain/target.ts'
import type { EgressClient } from './client.ts'

/** Takes the scan's own secrets out of whatever the target sends back, before anything else sees it. */
export function redactReplies(client: EgressClient): Net {
  const { redactor } = client
  return {
    async request(request, signal) {
      const response = await client.request(request, signal)
      return { ...response, text: redactor.text(response.text) }
    },
    async socket(request, signal) {
      const socket = await client.socket(request, signal)
      return {
        send: (text) => socket.send(text),
        next: async (timeoutMs, nextSignal) => {
          const text = await socket.next(timeoutMs, nextSignal)
          return text === undefined ? undefined : redactor.text(text)
        },
        close: () => socket.close(),
      }
    },
  }
}
