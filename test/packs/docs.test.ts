import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slotMeanings } from '../../src/attacks/canary.ts'
import { strategies } from '../../src/attacks/strategies/index.ts'
import { laterSlots } from '../../src/attacks/template.ts'
import { transformGroups, transforms } from '../../src/attacks/transforms/index.ts'
import { detectors } from '../../src/judge/index.ts'

const page = readFileSync('docs/attacks/README.md', 'utf8')
const missing = (names: Iterable<string>, write = (name: string) => `\`${name}\``) =>
  [...names].filter((name) => !page.includes(write(name)))

test('the page names every slot, transform, group, strategy and detector', () => {
  expect(missing([...Object.keys(slotMeanings), ...Object.keys(laterSlots)], (name) => `\`{{${name}}}\``)).toEqual([])
  expect(missing([...transforms.keys(), ...Object.keys(transformGroups)])).toEqual([])
  expect(missing(strategies.keys())).toEqual([])
  expect(missing(detectors.map(({ id }) => id))).toEqual([])
})
