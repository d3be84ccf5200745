import { describe, expect, test } from 'vitest'
import { answerDemo } from '../../src/targets/demo/answer-demo.ts'
import { answerHardened } from '../../src/targets/demo/answer-hardened.ts'
import { type Memory, openMemory } from '../../src/targets/demo/memory.ts'
import { type WeaknessId, weaknesses } from '../../src/targets/demo/weaknesses.ts'
import { cases, chatOf, company, plantedNote } from './planted.ts'

const memoryFor = (id: WeaknessId): Memory => {
  const memory = openMemory()
  if (id === 'shared-memory') memory.keep(plantedNote)
  return memory
}
const whole = (answer: ReturnType<typeof answerDemo>) => `${answer.text}\n${JSON.stringify(answer.calls)}`

describe.each(weaknesses.map(({ id }) => id))('the planted weakness %s', (id) => {
  test.each(cases[id])('is found by: $say', (one) => {
    const answer = answerDemo(chatOf(one), company, memoryFor(id))
    expect(whole(answer)).toMatch(one.proof)
    expect(answer.because).toContain(id)
  })

  test.each(cases[id])('is not in the hardened twin: $say', (one) => {
    expect(whole(answerHardened(chatOf(one), company))).not.toMatch(one.proof)
  })

  test('has three different texts at least', () => {
    expect(new Set(cases[id].map(({ say }) => say)).size).toBeGreaterThanOrEqual(3)
  })
})
