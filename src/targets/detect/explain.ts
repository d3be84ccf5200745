import type { ProfileProblem, TargetProfile } from '../../domain/target.ts'
import { excerpt } from '../protocols/read-status.ts'
import type { Failure } from './failure.ts'

/** What to do about each reason why nobody can be talked to. The same words in the API, on the command line and in docs/targets.md. */
export const adviceFor: Readonly<Record<ProfileProblem, string>> = {
  unreachable: 'Check host and port, and that the target is running and reachable from this machine.',
  tls: 'Check the certificate, or name your own authority in SORTIE_EGRESS_CA.',
  timeout:
    'The target takes longer than detection may wait: name protocol, request and response_path in target_config, so that nothing has to be found out.',
  auth_required: 'Give credentials in target_config.auth, or a header or cookie in target_config.headers, and try again.',
  blocked: 'A firewall or bot filter refused us: allow this scanner there, or scan from inside the network.',
  not_found: 'Check the path of the URL. The address of an API is often not the address of its page.',
  not_an_ai_endpoint:
    'Give the URL that the chat sends its messages to (see the network tab of your browser), or describe the request in target_config.',
  echo: 'The endpoint only repeats what it gets. Give the URL of the endpoint that answers.',
  constant_answer:
    'The endpoint says the same whatever it gets: a stub, or a service that is switched off. If it is not, describe the request in target_config.',
  error:
    'Describe one request that works: target_config.request with {{prompt}} where the text goes, and target_config.response_path where the answer is.',
}

/** The same for an endpoint that only wants fewer requests. */
export const adviceForLimits = 'Wait as long as the target asks, or give this scanner a higher limit there.'

/** A target_config to paste, with the one or two settings that would settle it. Never a secret: placeholders in angle brackets. */
export function suggestFor(failure: Failure): Readonly<Record<string, unknown>> | undefined {
  if (failure.code === 'auth_required') {
    if (failure.scheme === 'basic') return { auth: { type: 'basic', username: '<user>', password: '<password>' } }
    if (failure.scheme === 'header') return { headers: { 'x-api-key': '<key>' } }
    if (failure.scheme === 'cookie') return { headers: { cookie: '<name>=<value>' } }
    return { auth: { type: 'bearer', token: '<token>' } }
  }
  if (['error', 'timeout', 'not_an_ai_endpoint', 'constant_answer'].includes(failure.code))
    return { protocol: 'json', request: failure.request ?? { message: '{{prompt}}' }, response_path: '/reply' }
  return undefined
}

/** As much of a profile as its explanation needs. */
export type Explainable = Readonly<
  Pick<TargetProfile, 'confidence' | 'conversation' | 'streaming' | 'model' | 'tools' | 'requests_used' | 'sample' | 'notes'> & {
    protocol: string | null
    problem?: Readonly<{ code: string; message: string }> | undefined
    suggested_config?: Readonly<Record<string, unknown>> | undefined
  }
>

/** A profile in words: what it is or why not, what was tried, what to do, and the settings to paste. The same in the API and on the command line. */
export function explain(profile: Explainable): string {
  const head = profile.problem
    ? `Nobody to talk to (${profile.problem.code}): ${profile.problem.message}`
    : `It speaks ${profile.protocol} (${Math.round(profile.confidence * 100)} % sure); conversation: ${profile.conversation}${profile.streaming ? '; it streams' : ''}${profile.model ? `; model ${profile.model}` : ''}.`
  const tools = profile.tools.length > 0 ? [`Tools: ${profile.tools.join(', ')}`] : []
  const sample = profile.sample ? [`Said: ${excerpt(profile.sample.sent, 400)}`, `Heard: ${excerpt(profile.sample.received, 400)}`] : []
  const config = profile.suggested_config
    ? [`target_config ${profile.problem ? 'to complete and try' : 'that settles this'}:`, JSON.stringify(profile.suggested_config, null, 2)]
    : []
  return [head, ...tools, ...sample, ...profile.notes.map((note) => `- ${note}`), ...config].join('\n')
}
