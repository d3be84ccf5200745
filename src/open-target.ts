import type { ReachedTarget } from './cli/deps.ts'
import type { Config } from './config.ts'
import type { TargetConfig } from './domain/target.ts'
import { egressOptions } from './egress-options.ts'
import { createEgress } from './net/egress.ts'
import { redactReplies } from './net/redact-replies.ts'
import { connectTarget } from './targets/connect.ts'
import { detect } from './targets/detect/detect.ts'

/** An endpoint to talk to, without a scan of our own: for the relay client, which needs no database. */
export async function openTarget(config: Config, url: string, known: TargetConfig, signal: AbortSignal): Promise<ReachedTarget> {
  const egress = createEgress(egressOptions(config))
  try {
    egress.judgeUrl(url)
    const { auth, headers, query } = known
    const net = redactReplies(egress.client({ scanId: 'relay', target: url, auth, headers, query }))
    const profile = await detect(url, known, net, signal)
    return { protocol: String(profile.protocol), target: connectTarget(url, profile, net), close: () => egress.close() }
  } catch (error) {
    await egress.close()
    throw error
  }
}
