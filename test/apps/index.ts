import type { Application } from './application.ts'
import { codeHelper } from './code-helper.ts'
import { companion } from './companion.ts'
import { filteredModel } from './filtered-model.ts'
import { officeAgent } from './office-agent.ts'
import { paperReader } from './paper-reader.ts'
import { secretKeeper } from './secret-keeper.ts'

/** The simulated applications beside the demo target. Fresh ones at each call: an agent's notes belong to one run. */
export const applications = (): readonly Application[] => [secretKeeper, paperReader, codeHelper, companion, filteredModel, officeAgent()]
