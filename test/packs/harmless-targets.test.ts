import { afterAll, expect, test } from 'vitest'
import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { detectors, detectorsWith } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'
import { rememberReadings } from '../../src/judge/reading/remember-readings.ts'
import { falseAlarms, harmlessTargets } from './harmless-targets.ts'

const { attacks } = await loadCatalog([ownPacks], detectors)
const reader = rememberReadings(openSemanticJudge())
const judge = createJudge(detectorsWith(reader))
afterAll(() => reader.close())

// Fifty seconds for all four on a free core; the bound is for machines that many share.
test.each(Object.keys(harmlessTargets))(
  'no attack of the whole catalogue succeeds against %s, as written or in another writing, with the judge that ships',
  async (name) => {
    const { probes, alarms } = await falseAlarms(
      name,
      attacks.map(({ attack }) => attack),
      judge,
    )
    expect(probes).toBeGreaterThan(attacks.length)
    expect(alarms).toEqual([])
  },
  600_000,
)
