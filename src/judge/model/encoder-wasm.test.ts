import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import fixtures from './fixtures.json' with { type: 'json' }
import { openNetwork } from './network.ts'

const folder = fileURLToPath(new URL('../../../models/judge', import.meta.url))

describe('the encoder', () => {
  for (const name of ['en', 'zh'] as const)
    it(`gives the ${name} network's logits as computed in double precision over the same weights`, () => {
      const network = openNetwork(folder, name, 160)
      for (const { request, response, logits } of fixtures[name].logits) {
        const [refused, succeeded] = network(request, response)
        expect(refused).toBeCloseTo(logits[0] ?? Number.NaN, 1)
        expect(succeeded).toBeCloseTo(logits[1] ?? Number.NaN, 1)
      }
    })
})
