import { expect, test } from 'vitest'
import { anAttack } from '../../test/support.ts'
import { descentOf, probeId } from './attack.ts'

test("a descendant's id tells how it was made and of what; any other id tells nothing", () => {
  const attack = anAttack({ id: 'jailbreak/a-b' })
  const descent = { strategy: 'crossover', parents: ['jailbreak/a-c', 'multi_turn/d-b'] } as const
  expect(descentOf(probeId(attack, 'plain', 1, descent))).toEqual(descent)
  expect(descentOf(probeId(attack, 'plain', 1))).toBeUndefined()
  expect(probeId(attack, 'plain', 1)).toBe('jailbreak/a-b+plain.1')
})
