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
        // 7-bit activations move the logits a little; 0.3 is far below what separates a refusal from a success (about 8).
        network(request, response).forEach((logit, i) => {
          expect(Math.abs(logit - (logits[i] ?? Number.NaN))).toBeLessThan(0.3)
        })
      }
    })
})
