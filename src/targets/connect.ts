import { Problem, type ProblemCode } from '../domain/problem.ts'
import type { Net, ProfileProblem, Target, TargetProfile } from '../domain/target.ts'
import { protocols } from './index.ts'

/** A target to talk to, from what detection found out about it. Sends nothing yet. */
export function connectTarget(url: string, profile: TargetProfile, net: Net): Target {
  if (profile.protocol === null || profile.protocol === 'relay') throw toTargetProblem(profile)
  return protocols[profile.protocol].connect(url, profile.settings ?? {}, net)
}

const codes = {
  unreachable: 'target_unreachable',
  tls: 'target_tls',
  timeout: 'target_timeout',
  auth_required: 'target_auth_failed',
  blocked: 'target_blocked',
  not_found: 'target_not_found',
  not_an_ai_endpoint: 'target_not_ai',
  echo: 'target_not_ai',
  constant_answer: 'target_not_ai',
  error: 'target_rejected',
} as const satisfies Record<ProfileProblem, ProblemCode>

/** Why a profile can't be talked to, as the Problem that a scan fails with. */
function toTargetProblem(profile: TargetProfile): Problem {
  const { code, message } = profile.problem ?? { code: 'error', message: 'The endpoint was not recognised.' }
  return new Problem(profile.isLimited ? 'target_rate_limited' : codes[code], message)
}
