import { expect, test } from 'vitest'
import { anAttack, aScript } from '../../../test/support.ts'
import type { Strategy } from '../../domain/strategy.ts'
import { strategies } from './index.ts'

const no = "I'm sorry, I can't help with that."

/** Plays a strategy against canned answers; what was said, with a star in front where a new session began. */
async function play(id: string, turns: readonly string[], answer: (said: string, n: number) => string): Promise<string[]> {
  const lead: Strategy = strategies.get(id)!
  const script = lead(aScript(anAttack({ id: 'multi_turn/x' }), turns), {})
  const said: string[] = []
  let step = await script.next()
  while (!step.done) {
    said.push(`${step.value.fresh ? '*' : ''}${step.value.say}`)
    step = await script.next({ text: answer(step.value.say, said.length) })
  }
  return said
}

test('scripted says every turn', async () => {
  expect(await play('scripted', ['a', 'b', 'c'], () => no)).toEqual(['a', 'b', 'c'])
})

test('insist goes on while it is refused and stops at the first answer', async () => {
  expect(await play('insist', ['a', 'b', 'c'], (said) => (said === 'b' ? 'Fine, here it is.' : no))).toEqual(['a', 'b'])
})

test('backtrack takes a refused rung back: a new session without it, then the next rung', async () => {
  expect(await play('backtrack', ['a', 'b', 'c'], (said) => (said === 'b' ? no : 'Sure.'))).toEqual(['a', 'b', '*a', 'c'])
})

test('backtrack starts afresh when the first rung is refused', async () => {
  expect(await play('backtrack', ['a', 'b'], (said) => (said === 'a' ? no : 'Sure.'))).toEqual(['a', '*b'])
})

test('backtrack never needs more than ten moves', async () => {
  const turns = Array.from({ length: 10 }, (_, i) => `t${i}`)
  for (const refuse of [(n: number) => n % 2 === 0, (n: number) => n > 4, () => true])
    expect((await play('backtrack', turns, (_, n) => (refuse(n) ? no : 'Sure.'))).length).toBeLessThanOrEqual(10)
})

test("own-words quotes the target's last point and its longest sentence", async () => {
  const said = await play('own-words', ['Hi', 'More on "{{reply.item}}"', 'Why "{{reply.quote}}"?'], (_, n) =>
    n === 1 ? 'I do this:\n- answer questions\n- guard the **keys**' : 'Yes. That is a rather long sentence about keys. Bye.',
  )
  expect(said).toEqual(['Hi', 'More on "guard the keys"', 'Why "That is a rather long sentence about keys."?'])
})

test('own-words copes with an empty and with a huge answer', async () => {
  const huge = 'x'.repeat(1_000_000)
  const said = await play('own-words', ['Hi', '{{reply.quote}}', '{{reply.item}}'], (_, n) => (n === 1 ? '' : huge))
  expect(said[1]).toBe('what you said')
  expect(said[2]!.length).toBeLessThan(400)
})
