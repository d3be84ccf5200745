/** Rows as the readers see them, without the voice that declines for show: node voice-rows.ts ROWS.jsonl.gz OUT.jsonl.gz */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { behindTheMask } from '../src/judge/model/masked-voice.ts'

const [rows = '', out = ''] = process.argv.slice(2)
async function* spoken(): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(rows).pipe(createGunzip()) })) {
    const row = JSON.parse(line) as { R: string }
    yield `${JSON.stringify({ ...row, R: behindTheMask(row.R) })}\n`
  }
}
await pipeline(spoken, createGzip({ level: 3 }), createWriteStream(out))
