import { once } from 'node:events'
import type { Terminal } from './cli/deps.ts'

/** This process's own streams. A reader that has gone (`sortie … | head`) ends the process quietly. */
export function openTerminal(colour: boolean): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }
  const write = async (stream: NodeJS.WriteStream, text: string) => {
    if (!stream.write(text)) await once(stream, 'drain')
  }
  return {
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    isOutTty: process.stdout.isTTY === true,
    isErrTty: process.stderr.isTTY === true,
    colour,
    columns: process.stdout.columns ?? process.stderr.columns ?? 100,
  }
}
