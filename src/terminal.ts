import { once } from 'node:events'
import type { Terminal } from './cli/deps.ts'
import { columnsOf } from './cli/style.ts'

/** This process's own streams. A reader that has gone (`sortie … | head`) is not written to any more; the exit code stays what it is. */
export function openTerminal(colour: boolean): Terminal {
  const gone = new Set<NodeJS.WriteStream>()
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      gone.add(stream)
    })
  }
  const write = async (stream: NodeJS.WriteStream, text: string) => {
    if (gone.has(stream) || stream.write(text)) return
    await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => gone.add(stream))
  }
  return {
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    isOutTty: process.stdout.isTTY === true,
    isErrTty: process.stderr.isTTY === true,
    colour,
    columns: columnsOf(process.stdout.columns, process.stderr.columns),
  }
}
