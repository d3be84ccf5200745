import { toCategory } from '../domain/category.ts'
import { Problem } from '../domain/problem.ts'
import type { ScanPlan } from '../domain/scan.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { llmJudge } from './llm-judge.ts'
import type { ScanInput } from './scan-input.ts'
import type { ServiceCatalog } from './service-catalog.ts'

export type PlanDeps = Readonly<{
  random: (size: number) => Uint8Array
  catalog: ServiceCatalog
  /** The judges that the operator configured. */
  judges: readonly string[]
}>

/** What was asked for, with every default settled and every name checked against the catalogue. */
export function toPlan(deps: PlanDeps, input: ScanInput): ScanPlan {
  const attacks = deps.catalog.attacks.map(({ attack }) => attack)
  const known = (values: readonly string[]) => [...new Set(values)]
  const categories = new Set(attacks.map((attack) => attack.category))
  const chosen = choose('categories', input.categories, [...categories])
  if (input.judge !== undefined && !deps.judges.includes(input.judge)) {
    throw input.judge === llmJudge ? noModel() : unknownName('judge', `/judge`, input.judge, deps.judges)
  }
  if (input.mode === 'relay') checkRelay(input)
  return {
    maxAttacks: input.max_attacks,
    categories: chosen === null ? null : chosen.map((name) => toCategory(name)!),
    techniques: choose('techniques', input.techniques, known(attacks.map((attack) => attack.technique))),
    languages: choose('languages', input.languages, known(attacks.map((attack) => attack.language))),
    repeats: input.repeats,
    concurrency: input.concurrency ?? 10,
    requestsPerSecond: input.requests_per_second ?? null,
    deadlineSeconds: input.deadline_seconds,
    requestTimeoutMs: 60_000,
    maxRequests: input.max_requests ?? null,
    seed: input.seed ?? Buffer.from(deps.random(4)).readUInt32BE(),
    mode: input.mode,
    judge: input.judge ?? null,
    failOn: input.fail_on ?? null,
    authorization: input.authorization ?? null,
    startAt: input.start_at === undefined ? null : new Date(input.start_at).toISOString(),
  }
}

/** What only makes sense where we speak to the target ourselves is refused: a secret that is never used need not be given. */
function checkRelay(input: ScanInput): void {
  const useless = Object.keys(input.target_config ?? {}).filter((name) => name !== 'system_prompt' && name !== 'canaries')
  const errors = [
    ...useless.map((name) => ({
      pointer: `/target_config/${name}`,
      detail: `A relay scan has no use for ${name}: its client speaks to the target. system_prompt and canaries are welcome.`,
    })),
    ...(input.start_at === undefined
      ? []
      : [{ pointer: '/start_at', detail: 'A relay scan starts when its client asks for the first prompt: leave start_at out.' }]),
  ]
  if (errors.length > 0) throw new Problem('invalid_request', errors[0]!.detail, { errors })
}

const fold = (name: string): string => name.trim().toLowerCase().replaceAll('-', '_')

/** The names as we write them; case and `-` for `_` are forgiven, anything else is not. */
function choose(field: string, wanted: readonly string[] | undefined, known: readonly string[]): readonly string[] | null {
  if (wanted === undefined) return null
  const chosen = wanted.map((name, index) => {
    const match = known.find((candidate) => fold(candidate) === fold(name))
    if (match === undefined) throw unknownName(field, `/${field}/${index}`, name, known)
    return match
  })
  return [...new Set(chosen)]
}

function noModel(): Problem {
  const detail = `The judge "${llmJudge}" is a language model of yours, and none is configured: set SORTIE_LLM_URL and SORTIE_LLM_MODEL, and start again.`
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/judge', detail }] })
}

function unknownName(field: string, pointer: string, name: string, known: readonly string[]): Problem {
  const near = nearestName(name, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  const detail = `There is no ${JSON.stringify(name.slice(0, 100))} among the ${field}.${hint} Known: ${known.toSorted().join(', ') || 'none'}.`
  return new Problem('invalid_request', detail, { errors: [{ pointer, detail }] })
}
