import type { Pace } from '../lib/pace.ts'

/** Passes every pace in turn. Undefined: passed at once. What was passed is given back when a later one turns us away. */
export function enterAll(paces: readonly Pace[], signal: AbortSignal): Promise<void> | undefined {
  for (let passed = 0; passed < paces.length; passed++) {
    const waiting = paces[passed]!.enter(signal)
    if (waiting) return enterRest(paces, passed, waiting, signal)
  }
  return undefined
}

async function enterRest(paces: readonly Pace[], passed: number, first: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await first
    for (passed++; passed < paces.length; passed++) await paces[passed]!.enter(signal)
  } catch (error) {
    for (const pace of paces.slice(0, passed)) pace.leave('none', 0)
    throw error
  }
}
