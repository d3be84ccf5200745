import { newId } from '../../domain/ids.ts'
import type { Clock } from '../../domain/ports.ts'
import { Problem } from '../../domain/problem.ts'
import type { ScanPlan } from '../../domain/scan.ts'
import type { Message, Target, TargetFeatures, TargetProfile } from '../../domain/target.ts'
import { counted } from '../../lib/counted.ts'
import { createPace } from '../../lib/pace.ts'
import { type RelayAbility, relayAbilities } from './relay-prompt.ts'
import type { RelaySession } from './relay-session.ts'

/** What detection finds out about a relayed endpoint: what its client says. Nothing is sent for it. */
export function relayProfile(can: readonly RelayAbility[]): TargetProfile {
  const { conversation } = featuresOf(can)
  return {
    protocol: 'relay',
    confidence: 1,
    conversation,
    streaming: false,
    model: null,
    tools: [],
    requests_used: 0,
    sample: null,
    notes: [
      'A relay client carries the prompts: nothing is sent to this address from here.',
      conversation === 'none'
        ? 'The client did not say that it keeps conversations (can=session or can=history), so attacks of several turns are left out.'
        : `The client keeps conversations by ${conversation}.`,
    ],
    settings: { can },
  }
}

/** The endpoint behind a relay client, as something to talk to. Keeps the scan's own limits: there is no network here that would. */
export function relayTarget(session: RelaySession, profile: TargetProfile, plan: ScanPlan, clock: Clock): Target {
  const features = featuresOf(abilitiesIn(profile.settings))
  const pace = createPace({
    maxInFlight: Number.POSITIVE_INFINITY,
    nowMs: () => clock.monotonicMs(),
    ...(plan.requestsPerSecond === null ? {} : { perSecond: plan.requestsPerSecond }),
  })
  let sent = 0
  const count = () => {
    if (plan.maxRequests !== null && sent >= plan.maxRequests) {
      throw new Problem('request_limit', `The scan has sent the ${counted(plan.maxRequests, 'request')} it was allowed.`)
    }
    sent += 1
  }
  return {
    features,
    open(withWhat = {}) {
      const id = newId('ses', clock.now())
      let said: readonly Message[] = [
        ...(features.system && withWhat.system !== undefined ? [{ role: 'system', content: withWhat.system } as const] : []),
        ...(features.history ? (withWhat.history ?? []) : []),
      ]
      let turn = 1
      return {
        async send(text, signal) {
          count()
          await pace.enter(signal)
          try {
            const messages: readonly Message[] = [...said, { role: 'user', content: text }]
            const tools = features.tools ? withWhat.tools : undefined
            const reply = await session.ask({ session: id, turn, prompt: text, messages, ...(tools && { tools }) }, signal)
            said = [...messages, { role: 'assistant', content: reply.text }]
            turn += 1
            return reply
          } finally {
            pace.leave('none', 0)
          }
        },
      }
    },
  }
}

/** History is the stronger of the two: a client that replays messages needs no memory of its own. */
function featuresOf(can: readonly RelayAbility[]): TargetFeatures {
  const history = can.includes('history')
  return {
    conversation: history ? 'history' : can.includes('session') ? 'session' : 'none',
    history,
    // Both travel beside the prompt, so they need a client that looks there.
    system: can.includes('system'),
    tools: can.includes('tools'),
  }
}

/** Settings come out of the database as we wrote them; what is not ours is no ability. */
function abilitiesIn(settings: unknown): readonly RelayAbility[] {
  const can = settings !== null && typeof settings === 'object' && 'can' in settings ? settings.can : []
  return relayAbilities.filter((ability) => Array.isArray(can) && can.includes(ability))
}
