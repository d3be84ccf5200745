import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** A server that lives for one test: where it is, what it got, and how to end it with everything it holds open. */
export type LoopbackServer = Readonly<{ url: string; port: number; connections: () => number; close: () => Promise<void> }>

export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An HTTP server on a free loopback port. */
export const serveHttp = (handle: RequestListener): Promise<LoopbackServer> => listen(createServer(handle))

/** A server that speaks bytes: for answers that no HTTP library would send. */
export const serveTcp = (handle: (socket: Socket) => void): Promise<LoopbackServer> =>
  listen(
    createTcpServer((socket) => {
      // Reads on even where the handler does not care: whoever reads nothing never learns that the other side left.
      socket.resume()
      handle(socket)
    }),
  )

export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Waits until something is so, looking often; fails after the time given. */
export async function until(isSo: () => boolean, withinMs = 5000): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error('it did not become so in time')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
