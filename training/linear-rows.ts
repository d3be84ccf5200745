/** Writes the linear model's features of every row as binary: node linear-rows.ts ROWS.jsonl.gz OUT  (rows have A = request, R = response) */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { linearFeatures } from '../src/judge/model/linear-features.ts'

const [rows = '', out = ''] = process.argv.slice(2)
const ids = createWriteStream(`${out}.ids`)
const counts: number[] = []
for await (const line of createInterface({ input: createReadStream(rows).pipe(createGunzip()) })) {
  const { A, R } = JSON.parse(line) as { A: string; R: string }
  const found = linearFeatures(A, R)
  counts.push(found.size)
  if (!ids.write(Buffer.from(Int32Array.from(found).buffer))) await new Promise((resolve) => ids.once('drain', resolve))
}
ids.end()
createWriteStream(`${out}.counts`).end(Buffer.from(Int32Array.from(counts).buffer))
console.log(counts.length, 'rows', counts.reduce((a, b) => a + b, 0), 'features')
