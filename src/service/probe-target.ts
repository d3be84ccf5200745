import { z } from 'zod'
import type { TargetProfile } from '../domain/target.ts'
import { TargetConfig } from '../domain/target.ts'
import { TargetUrl } from './scan-input.ts'
import type { ProfileView } from './scan-view.ts'
import { toProfileView } from './scan-view.ts'

/** The body of POST /targets/probe. */
export const ProbeInput = z
  .strictObject({ target: TargetUrl, target_config: TargetConfig.optional() })
  .meta({ id: 'ProbeRequest', description: 'An endpoint to look at, with harmless requests only.' })
export type ProbeInput = z.infer<typeof ProbeInput>

export type DetectTarget = (url: string, config: TargetConfig, signal: AbortSignal) => Promise<TargetProfile>

/** Finds out how to talk to an endpoint, without attacking it. A target that can't be spoken to is an answer, not an error. */
export async function probeTarget(
  deps: Readonly<{ judgeUrl: (url: string) => void; assertRunning: () => void; detect: DetectTarget }>,
  input: ProbeInput,
  signal: AbortSignal,
): Promise<ProfileView> {
  deps.judgeUrl(input.target)
  deps.assertRunning()
  const looking = deps.detect(input.target, input.target_config ?? {}, signal)
  await Promise.allSettled([looking])
  // Cut off in the middle: what it looked like then says nothing about the target.
  deps.assertRunning()
  return toProfileView(await looking)
}
