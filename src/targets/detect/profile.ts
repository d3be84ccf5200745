import type { NetResponse, TargetConfig, TargetProfile } from '../../domain/target.ts'
import { documents as documentsOf, readBody } from '../protocols/body.ts'
import { writeForm } from '../protocols/form.ts'
import { isObject, stringAt } from '../protocols/parse-json.ts'
import { excerpt } from '../protocols/read-status.ts'
import { adviceFor, adviceForLimits, suggestFor } from './explain.ts'
import type { Failure } from './failure.ts'
import type { Tools } from './meet-rpc.ts'
import type { Prober } from './prober.ts'
import type { Settled } from './settle.ts'

/** The profile of an endpoint that can be talked to. */
export function metProfile(prober: Prober, settled: Settled, config: TargetConfig): TargetProfile {
  const { protocol, settings } = settled.way
  const last = prober.last()
  const elsewhere = foundAt(prober.url, settings)
  const learnt = suggest(settled)
  const model = typeof settings['model'] === 'string' ? settings['model'] : (config.model ?? modelIn(last) ?? null)
  return {
    protocol,
    confidence: settled.confidence,
    conversation: settled.conversation,
    streaming: last !== undefined && readBody(last).kind === 'events',
    model,
    tools: [],
    requests_used: prober.used(),
    sample: settled.sample,
    notes: [
      ...steps(prober),
      ...settled.notes,
      ...(elsewhere === undefined
        ? []
        : [`The endpoint itself is at ${elsewhere}: scan that URL, with the target_config ${JSON.stringify(learnt)}, to skip the search.`]),
      ...(settled.shared ? ['Warning: sessions share one memory, so attacks can colour each other’s answers.'] : []),
    ],
    // A target_config settles what is said and not where: with the URL that was given, this one would lead to nobody.
    ...(elsewhere === undefined && { suggested_config: learnt }),
    settings,
  }
}

/** Where the endpoint is, when that is not the URL that was given. An address with a session's id in it is nothing to give. */
function foundAt(given: string, { url, open }: Settled['way']['settings']): string | undefined {
  if (typeof url !== 'string' || open !== undefined) return undefined
  return new URL(url, given).href === new URL(given).href ? undefined : url
}

/** The profile of a server of tools. Nothing was called: the sample is its own list of them. */
export function toolsProfile(prober: Prober, { way, version, tools, usable }: Tools): TargetProfile {
  const use = usable
    ? `What attacks say goes into ${String(way.settings['argument'])} of ${String(way.settings['tool'])}, which says of itself that it only reads.`
    : 'No tool both takes a text and says that it only reads: name the tool to use in target_config.request as {"tool": …, "argument": …}.'
  return {
    protocol: 'mcp',
    confidence: 0.99,
    conversation: 'none',
    streaming: false,
    model: null,
    tools: tools.map((tool) => tool.name),
    requests_used: prober.used(),
    sample: {
      sent: 'tools/list',
      received: tools
        .map(({ name, description }) => (description ? `${name}: ${description}` : name))
        .join('\n')
        .slice(0, 4000),
    },
    notes: [...steps(prober), `An MCP server of protocol version ${version} with ${tools.length} tools; none of them was called.`, use],
    suggested_config: { protocol: 'mcp', request: usable ? way.settings : { tool: tools[0]?.name ?? '', argument: '' } },
    settings: way.settings,
  }
}

/** The profile of an endpoint that can't. */
export function failedProfile(prober: Prober, failure: Failure, doubtful?: Settled): TargetProfile {
  const suggested = failure.isLimited ? undefined : suggestFor(failure)
  return {
    protocol: null,
    confidence: 0,
    conversation: 'none',
    streaming: false,
    model: null,
    tools: [],
    requests_used: prober.used(),
    sample: null,
    notes: [...steps(prober), failure.isLimited ? adviceForLimits : adviceFor[failure.code]],
    problem: { code: failure.code, message: failure.message },
    ...(failure.isLimited ? { isLimited: true } : {}),
    ...(suggested ? { suggested_config: suggested } : {}),
    ...(doubtful ? { doubtful: { ...doubtful.way, received: doubtful.sample.received } } : {}),
  }
}

/** What was tried and what came back, one line each. */
const steps = (prober: Prober): readonly string[] =>
  prober.trace.map(
    ({ what, status, said }, index) =>
      `${index + 1}. ${what}: ${status === null ? excerpt(said, 120) : `HTTP ${status}${said.trim() ? ` ${excerpt(said, 120)}` : ''}`}`,
  )

/** The model's name, where the answer tells it. */
function modelIn(response: NetResponse | undefined): string | undefined {
  const documents = response ? documentsOf(readBody(response)) : []
  const found = documents
    .map((document) => stringAt(document, 'model') ?? stringAt(document, 'modelVersion'))
    .find((name) => name !== undefined)
  return found === undefined || found.length > 100 ? undefined : found
}

function suggest(settled: Settled): Readonly<Record<string, unknown>> {
  const { response_path: path, model, headers } = settled.way.settings
  const request = settled.way.protocol === 'form' ? writeForm(settled.way.settings) : settled.way.settings['request']
  const plain = isObject(headers) && Object.keys(headers).length > 0 && !JSON.stringify(headers).includes('{{')
  return {
    protocol: settled.way.protocol,
    ...(model === undefined ? {} : { model }),
    ...(request === undefined ? {} : { request }),
    ...(path === undefined ? {} : { response_path: path }),
    ...(plain ? { headers } : {}),
  }
}
