import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends text a piece at a time, as fast as the client reads; HEAD gets the headers and nothing is produced. */
export function sendStream(reply: unknown, mediaType: string, chunks: AsyncIterable<string>): FastifyReply {
  // The route's type knows the whole message; a stream of its text is the same thing on the wire.
  const answer = reply as FastifyReply
  answer.type(mediaType)
  if (answer.request.method === 'HEAD') return answer.send('')
  return answer.send(Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }))
}
