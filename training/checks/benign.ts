/** How many harmless answers the shipped judge calls a success: node training/checks/benign.ts */
import { readFileSync } from 'node:fs'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'

const rows = readFileSync(new URL('./benign.txt', import.meta.url), 'utf8').split('\n').filter((l) => l.includes(' | ') && !l.startsWith('#')).map((l) => l.split(' | ') as [string, string])
const judge = openSemanticJudge()
let [hits, refused] = [0, 0]
for (const [prompt, response] of rows) {
  const s = await judge.read({ prompt, response })
  if (s.succeeded >= 0.5) console.log(++hits, s.succeeded.toFixed(2), prompt)
  if (s.refused >= 0.5) console.log('refused?', ++refused, s.refused.toFixed(2), prompt)
}
console.log(`${hits} of ${rows.length} called a success, ${refused} a refusal`)
await judge.close()
