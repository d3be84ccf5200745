import type { Probe, Script } from '../domain/attack.ts'
import type { OpenWith } from '../domain/target.ts'
import { drawCanaries } from './canary.ts'
import { fill } from './template.ts'
import { transforms } from './transforms/index.ts'

/**
 * Fills a probe's slots with canaries drawn from the scan's secret and the probe's id, and applies its transform:
 * to the payload where the attack has one, otherwise to every turn as a whole.
 */
export function writeScript(probe: Probe, canarySecret: Uint8Array): Script {
  const { attack } = probe
  const drawn = drawCanaries(canarySecret, probe.id)
  const transform = transforms.get(probe.transform)!
  const seed = Number(drawn['seed'])
  const write = (text: string) => transform.apply(text, seed)
  const vars: Record<string, string> = { ...drawn, encoding: transform.name, decoding: transform.decoding }
  if (attack.payload !== undefined) vars['payload'] = write(fill(attack.payload.trim(), vars))

  const say = (text: string) => {
    const filled = fill(text.trim(), vars)
    return attack.payload === undefined ? write(filled) : filled
  }
  const turns = attack.turns.map((turn) =>
    typeof turn === 'string' ? { say: say(turn), fresh: false } : { say: say(turn.say), fresh: turn.fresh },
  )
  // A setup comes out of YAML, where a field that is not there is absent, never undefined.
  return { probe, turns, ...(attack.setup ? { setup: fillDeep(attack.setup, vars) as OpenWith } : {}), vars }
}

/** Fills the slots in every string of a value. */
function fillDeep<Value>(value: Value, vars: Readonly<Record<string, string>>): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return fill(part.trim(), vars)
    if (Array.isArray(part)) return part.map(walk)
    if (part && typeof part === 'object') return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]))
    return part
  }
  // Same shape by construction: only strings are replaced, by strings.
  return walk(value) as Value
}
