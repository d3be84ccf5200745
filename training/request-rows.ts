/**
 * How harmful the shipped network finds what was asked, whatever was answered: node request-rows.ts ROWS.jsonl.gz OUT.jsonl [CAP]
 * At most CAP requests of a source that may be trained on, evenly spread; requests that OUT holds already are not read again.
 */
import { appendFileSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { openNetwork } from '../src/judge/model/network.ts'
import { readyAnswer } from '../src/judge/model/request-odds.ts'

const [rows = '', out = '', cap = '300'] = process.argv.slice(2)
const asked = new Map<string, Set<string>>()
for await (const line of createInterface({ input: createReadStream(rows).pipe(createGunzip()) })) {
  const { src, A, split, lang } = JSON.parse(line) as { src: string; A: string; split: string; lang: string }
  if (split === 'train' && lang === 'en') asked.set(src, (asked.get(src) ?? new Set()).add(A))
}
const known = new Set<string>()
if (existsSync(out)) for (const line of readFileSync(out, 'utf8').split('\n')) if (line) known.add((JSON.parse(line) as { q: string }).q)
const network = openNetwork(new URL('../models/judge', import.meta.url).pathname, 'en', 160)
for (const source of ['gptfuzz_labeled', 'rethinking_jailbreak', 'jbb_artifacts', 'harmbench_zephyr', 'xstest_v2', 'chatgpt_refusals']) {
  const all = [...(asked.get(source) ?? [])]
  const step = Math.max(1, all.length / Number(cap))
  for (const q of all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)))
    if (!known.has(q)) appendFileSync(out, `${JSON.stringify({ q, h: network(q, readyAnswer) })}\n`)
}
