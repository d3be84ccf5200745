/** Numbers from 0 up to, not including, `below`, the same ones for the same seed: a test that fails can be run again. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Chance of one server: another for each SEED, the same each time. */
export const diceOf = (server: number) => seeded(Number(process.env['SEED'] ?? 1) * 100 + server)
