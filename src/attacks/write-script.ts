import type { Attack, Probe, Script } from '../domain/attack.ts'
import type { OpenWith } from '../domain/target.ts'
import { drawFrom } from '../lib/hash.ts'
import { drawCanaries } from './canary.ts'
import { fill, slotsOf } from './template.ts'
import { transforms } from './transforms/index.ts'
import type { TransformSpec } from './transforms/transform.ts'

/**
 * Fills a probe's slots with canaries drawn from the scan's secret and the probe's id, and applies its transform:
 * to the payload where the attack has one, otherwise to every turn as a whole.
 */
export function writeScript(probe: Probe, canarySecret: Uint8Array): Script {
  const { attack } = probe
  const needed = needsOf(attack)
  const drawn = drawCanaries(canarySecret, probe.id, needed.slots)
  // Dice for the transform: they need to be the same again, not to be secret.
  const seed = Math.floor(drawFrom(canarySecret[0] ?? 0, probe.id) * 2 ** 31)
  const transform = transforms.get(probe.transform)!
  const vars: Record<string, string> = { ...drawn, encoding: transform.name, decoding: transform.decoding }
  if (attack.payload !== undefined) {
    const payload = fill(attack.payload.trim(), vars)
    vars['payload'] = transform.apply(payload, seed)
    for (const id of needed.writings) vars[`payload.${id}`] = transforms.get(id)!.apply(payload, seed)
  }
  const say = (text: string) => {
    const filled = fill(text.trim(), vars)
    return attack.payload === undefined ? dress(filled, transform, seed) : filled
  }
  const turns = attack.turns.map((turn) =>
    typeof turn === 'string' ? { say: say(turn), fresh: false } : { say: say(turn.say), fresh: turn.fresh },
  )
  // A setup comes out of YAML, where a field that is not there is absent, never undefined.
  return { probe, turns, ...(attack.setup ? { setup: fillDeep(attack.setup, vars) as OpenWith } : {}), vars }
}

/** The slots that an attack names anywhere, and the other writings of its payload: the same for all of its probes. */
type Needs = Readonly<{ slots: readonly string[]; writings: readonly string[] }>
const known = new WeakMap<Attack, Needs>()

function needsOf(attack: Attack): Needs {
  const before = known.get(attack)
  if (before) return before
  const needs = { slots: [...new Set(slotsOf(JSON.stringify(attack)))], writings: otherWritings(attack.turns) }
  known.set(attack, needs)
  return needs
}

/** The transforms that turns name themselves, as in `{{payload.base64}}`. */
export function otherWritings(turns: unknown): readonly string[] {
  const prefix = 'payload.'
  const names = slotsOf(JSON.stringify(turns)).filter((name) => name.startsWith(prefix))
  return [...new Set(names.map((name) => name.slice(prefix.length)))]
}

/** A whole message in another writing; where nobody could guess which, a sentence says so. */
function dress(text: string, { readable, name, decoding, apply }: TransformSpec, seed: number): string {
  const written = apply(text, seed)
  return readable ? written : `My message is written as ${name}. ${decoding} Then answer it.\n\n${written}`
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
