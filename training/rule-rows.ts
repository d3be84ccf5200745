/** Writes the rule features of every row: node rule-rows.ts ROWS.jsonl.gz OUT.jsonl  (rows have A = request, R = response) */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { answerFeatures } from '../src/judge/reading/features.ts'
import { takesUp } from '../src/judge/reading/topic.ts'

const [rows = '', out = ''] = process.argv.slice(2)
const written = createWriteStream(out)
for await (const line of createInterface({ input: createReadStream(rows).pipe(createGunzip()) })) {
  const { A, A2, R, lang } = JSON.parse(line) as { A: string; A2: string; R: string; lang?: string }
  const values = answerFeatures(R, A, lang).values.map((value) => Math.round(value * 1000) / 1000)
  const offTopic = takesUp(R, `${A2}\n${A}`) === false ? 1 : 0
  if (!written.write(`${JSON.stringify({ values, offTopic })}\n`)) await new Promise((resolve) => written.once('drain', resolve))
}
written.end()
