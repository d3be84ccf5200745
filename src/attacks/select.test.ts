import { expect, test } from 'vitest'
import { anAttack, catalogued } from '../../test/support.ts'
import { selectAttacks } from './select.ts'

const catalog = {
  version: 'x',
  attacks: [
    anAttack({ id: 'jailbreak/a', technique: 'game' }),
    anAttack({ id: 'multi_turn/b', needs: ['conversation'] }),
    anAttack({ id: 'tool_abuse/c', needs: ['system', 'tools'] }),
    anAttack({ id: 'multilingual/d', language: 'zu' }),
  ].map(catalogued),
}
const everything = { categories: null, techniques: null, languages: null }
const rich = { conversation: 'history', system: true, history: true, tools: true } as const
const bare = { conversation: 'none', system: false, history: false, tools: false } as const
const ids = (wanted: Partial<Parameters<typeof selectAttacks>[1]>) =>
  selectAttacks(catalog, { ...everything, features: rich, ...wanted }).chosen.map(({ attack }) => attack.id)

test('a rich target gets everything', () => {
  expect(ids({})).toEqual(['jailbreak/a', 'multi_turn/b', 'tool_abuse/c', 'multilingual/d'])
})

test('what a target can not do is left out, with the reason', () => {
  const { chosen, leftOut } = selectAttacks(catalog, { ...everything, features: bare })
  expect(chosen.map(({ attack }) => attack.id)).toEqual(['jailbreak/a', 'multilingual/d'])
  expect(leftOut).toEqual([
    { attackId: 'multi_turn/b', why: 'the target offers no conversation of several turns' },
    { attackId: 'tool_abuse/c', why: 'the target offers no place for a system message' },
  ])
})

test('categories, techniques and languages narrow the choice', () => {
  expect(ids({ categories: ['jailbreak'] })).toEqual(['jailbreak/a'])
  expect(ids({ techniques: ['game'] })).toEqual(['jailbreak/a'])
  expect(ids({ languages: ['zu'] })).toEqual(['multilingual/d'])
})
