import { expect, test } from 'vitest'
import { anAttack, catalogued } from '../../test/support.ts'
import type { Catalog } from '../domain/attack.ts'
import { selectForTarget } from './select-for-target.ts'

const attacks = [
  anAttack({ id: 'jailbreak/a', technique: 'persona' }),
  anAttack({ id: 'multilingual/b', technique: 'language-switch' }),
  anAttack({ id: 'prompt_injection/c', technique: 'override' }),
  anAttack({ id: 'tool_abuse/d', technique: 'persona', needs: ['tools'] }),
].map(catalogued)
const catalog = { version: 'v', attacks, categories: {} } as unknown as Catalog
const features = { conversation: 'none', system: false, history: false, tools: false } as const
const asked = ['jailbreak', 'multilingual', 'prompt_injection', 'tool_abuse'] as const

test('categories that a filter leaves nothing of are named in one sentence', () => {
  const { chosen, untested } = selectForTarget(catalog, { categories: [...asked], techniques: ['persona'], languages: null }, features)
  expect(chosen.map(({ attack }) => attack.id)).toEqual(['jailbreak/a'])
  expect(untested).toEqual([
    'Not tested: multilingual, prompt_injection (no attack of the techniques that were asked for).',
    'Not tested: tool_abuse (the target offers no place to declare tools).',
  ])
})

test('a category without attacks is said to have none, and what fits is not mentioned', () => {
  const plan = { categories: ['jailbreak' as const, 'misinformation' as const], techniques: null, languages: null }
  expect(selectForTarget(catalog, plan, features).untested).toEqual(['Not tested: misinformation (there is no attack for it).'])
})
