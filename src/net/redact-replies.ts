import type { Net } from '../domain/target.ts'
import type { Redactor } from '../lib/redact.ts'
import type { EgressClient } from './client.ts'

/** Takes the scan's own secrets out of whatever the target sends back, before anything else sees it. */
export function redactReplies(client: EgressClient): Net {
  const { redactor } = client
  return {
    async request(request, signal) {
      const response = await client.request(request, signal)
      const text = redactReply(response.text, redactor)
      return text === response.text ? response : { ...response, text }
    },
    async socket(request, signal) {
      const socket = await client.socket(request, signal)
      return {
        send: (text) => socket.send(text),
        next: async (timeoutMs, nextSignal) => {
          const text = await socket.next(timeoutMs, nextSignal)
          return text === undefined ? undefined : redactReply(text, redactor)
        },
        close: () => socket.close(),
      }
    },
  }
}

/**
 * As it came, and as it reads once JSON has been taken apart: an encoded secret may hold quotes and line feeds, which
 * JSON escapes, so that it is not there on the wire and is there in the answer.
 */
export function redactReply(text: string, redactor: Redactor): string {
  if (!redactor.hasSecrets) return text
  const plain = redactor.text(text)
  // Without an escape the wire reads as the answer does.
  if (!plain.includes('\\')) return plain
  const whole = redactJson(plain, redactor)
  if (whole !== undefined) return whole
  // Event streams and JSON lines: one document a line.
  if (!/^(?:data:)?\s{0,8}[{["]/m.test(plain)) return plain
  return plain
    .split('\n')
    .map((line) => {
      const [, prefix = '', document = ''] = /^(data:\s{0,8}|\s{0,8})([{["].*)$/.exec(line) ?? []
      return document === '' ? line : prefix + (redactJson(document, redactor) ?? document)
    })
    .join('\n')
}

/** Undefined when it is not JSON. What holds no secret stays as it was written, digit for digit. */
function redactJson(text: string, redactor: Redactor): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const clean = redactor.deep(value)
    const [before, after] = [JSON.stringify(value), JSON.stringify(clean)]
    return before === after ? text : after
  } catch (error) {
    // Not JSON, or nested deeper than can be written again: then the text itself was all there was to search.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
