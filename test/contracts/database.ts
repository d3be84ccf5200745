import { afterEach, beforeEach } from 'vitest'
import type { Lease, Store } from '../../src/domain/ports.ts'
import type { Scan } from '../../src/domain/scan.ts'
import { noon, scanId } from './store-samples.ts'

/** One database that a test may open several times, as several processes would. */
export type Place = Readonly<{ open: () => Promise<Store>; dispose: () => Promise<void> }>

/** The database of the test that runs now. */
export interface Database {
  readonly store: Store
  /** Opens it once more, as another process would; it is closed after the test. */
  open(): Promise<Store>
  scan(number?: number): Promise<Scan>
  claim(owner?: string, nowMs?: number): Promise<Readonly<{ lease: Lease; scan: Scan }> | undefined>
}

/** Gives every test of the surrounding `describe` a place of its own. */
export function databaseFor(makePlace: () => Promise<Place>): Database {
  let place: Place
  let store: Store
  const opened: Store[] = []
  const open = async () => {
    const another = await place.open()
    opened.push(another)
    return another
  }
  beforeEach(async () => {
    place = await makePlace()
    store = await open()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await place.dispose()
  })
  return {
    get store() {
      return store
    },
    open,
    scan: async (number = 1) => (await store.scans.get(scanId(number)))!,
    claim: (owner = 'worker-b', nowMs = noon + 1_000) => store.scans.claim(owner, nowMs, nowMs + 15_000),
  }
}
