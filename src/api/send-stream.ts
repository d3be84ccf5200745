import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends text a piece at a time, as fast as the client reads; HEAD gets the headers and nothing is produced. */
export function sendStream(reply: unknown, mediaType: string, chunks: AsyncIterable<string>): FastifyReply {
  // The route's type knows the whole message; a stream of its text is the same thing on the wire.
  const answer = reply as FastifyReply
  answer.type(mediaType)
  // An empty stream and not an empty text: that would claim a Content-Length of 0.
  const text = answer.request.method === 'HEAD' ? [] : chunks
  return answer.send(Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 }))
}
