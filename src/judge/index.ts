import type { Detector } from '../domain/verdict.ts'
import { agreement } from './detectors/agreement.ts'
import { canary } from './detectors/canary.ts'
import { consumption } from './detectors/consumption.ts'
import { contains } from './detectors/contains.ts'
import { credential } from './detectors/credential.ts'
import { deed } from './detectors/deed.ts'
import { instructions } from './detectors/instructions.ts'
import { invented } from './detectors/invented.ts'
import { leak } from './detectors/leak.ts'
import { only } from './detectors/only.ts'
import { packages } from './detectors/packages.ts'
import { refusal } from './detectors/refusal.ts'
import { regex } from './detectors/regex.ts'
import { rendered } from './detectors/rendered.ts'
import { semanticWith } from './detectors/semantic.ts'
import { sensitive } from './detectors/sensitive-data.ts'
import { structural } from './detectors/structural.ts'
import { toolCall } from './detectors/tool-call.ts'
import type { SemanticReader } from './reading/read-answer.ts'

/** Every detector that an attack may name under `detect`. With a reader, `semantic` asks it where rules leave doubt. */
export const detectorsWith = (reader?: SemanticReader): readonly Detector[] => [
  canary,
  contains,
  regex,
  structural,
  toolCall,
  deed,
  only,
  refusal,
  leak,
  credential,
  instructions,
  sensitive,
  rendered,
  agreement,
  consumption,
  invented,
  packages,
  semanticWith(reader),
]
export const detectors: readonly Detector[] = detectorsWith()
