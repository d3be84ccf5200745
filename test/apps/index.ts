import type { Application } from './application.ts'
import { diaryBot } from './blunt/diary-bot.ts'
import { handbookBot } from './blunt/handbook-bot.ts'
import { jsonBot } from './blunt/json-bot.ts'
import { polyglot } from './blunt/polyglot.ts'
import { terseBot } from './blunt/terse-bot.ts'
import { translator } from './blunt/translator.ts'
import { codeHelper } from './code-helper.ts'
import { companion } from './companion.ts'
import { filteredModel } from './filtered-model.ts'
import { officeAgent } from './office-agent.ts'
import { paperReader } from './paper-reader.ts'
import { secretKeeper } from './secret-keeper.ts'

/** The simulated applications beside the demo target. Fresh ones at each call: an agent's notes belong to one run. */
export const applications = (): readonly Application[] => [
  secretKeeper,
  paperReader,
  codeHelper,
  companion,
  filteredModel,
  officeAgent(),
  ...bluntApplications(),
]

/** Applications that go by plain words and share no recogniser with the demo target. */
export const bluntApplications = (): readonly Application[] => [terseBot, polyglot, translator, jsonBot, handbookBot, diaryBot()]
