import { z } from 'zod'
import type { Attack } from '../domain/attack.ts'
import type { Detector } from '../domain/verdict.ts'
import { type Standards, unknownIds } from './standards.ts'
import { strategies } from './strategies/index.ts'
import { unknownSlots } from './template.ts'
import { transforms } from './transforms/index.ts'
import { otherWritings } from './write-script.ts'

export type Complaint = Readonly<{ path: readonly PropertyKey[]; detail: string }>

/** Makes a check that everything an attack names exists: slots, transforms, strategy, detectors, ids of standards. */
export function referenceChecker(standards: Standards, detectors: readonly Detector[]): (attack: Attack) => Iterable<Complaint> {
  const byId = new Map(detectors.map((detector) => [detector.id, detector]))
  const compiled = new Map<string, string | undefined>()
  const complaintAbout = (id: string, options: unknown): string | undefined => {
    const detector = byId.get(id)
    if (!detector) return `there is no detector ${id}; the known ones are ${[...byId.keys()].join(', ')}`
    const key = `${id} ${JSON.stringify(options)}`
    if (!compiled.has(key)) compiled.set(key, tryCompile(detector, options))
    return compiled.get(key)
  }
  return function* (attack) {
    for (const { path, id } of unknownIds(attack.compliance, standards)) yield { path, detail: `${id} is not in packs/standards.json` }
    for (const [i, id] of attack.transforms.entries())
      if (!transforms.has(id)) yield { path: ['transforms', i], detail: unknownName('transform', id, transforms.keys()) }
    if (!strategies.has(attack.strategy)) yield { path: ['strategy'], detail: unknownName('strategy', attack.strategy, strategies.keys()) }
    for (const [i, entry] of attack.detect.entries())
      for (const [id, options] of Object.entries(entry)) {
        const complaint = complaintAbout(id, options)
        if (complaint) yield { path: ['detect', i], detail: complaint }
      }
    for (const field of ['turns', 'payload', 'setup', 'detect', 'examples'] as const)
      for (const name of new Set(unknownSlots(JSON.stringify(attack[field] ?? ''))))
        yield { path: [field], detail: `there is no slot {{${name}}}; docs/attacks/README.md lists them` }
    for (const id of otherWritings(attack.turns))
      if (!transforms.has(id)) yield { path: ['turns'], detail: unknownName('transform', id, transforms.keys()) }
    if (attack.payload !== undefined && !JSON.stringify(attack.turns).includes('{{payload'))
      yield { path: ['payload'], detail: 'no turn says {{payload}}: put it where the payload belongs' }
  }
}

const unknownName = (what: string, name: string, known: Iterable<string>): string =>
  `there is no ${what} ${name}; the known ones are ${[...known].join(', ')}`

function tryCompile(detector: Detector, options: unknown): string | undefined {
  try {
    detector.compile(options)
    return undefined
  } catch (error) {
    return `detector ${detector.id} does not take these options: ${wordsOf(error)}`
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map((issue) => [...issue.path, issue.message].join(': ')).join('; ')
  return error instanceof Error ? error.message : String(error)
}
