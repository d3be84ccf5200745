import { describe, expect, test } from 'vitest'
import { databaseFor, type Place } from './database.ts'
import { keysContract } from './keys-contract.ts'
import { leasesContract } from './leases-contract.ts'
import { resultsContract } from './results-contract.ts'
import { scansContract } from './scans-contract.ts'
import { apiKey } from './store-samples.ts'

/** What every store promises, whatever it is built on. */
export function storeContract(kind: string, makePlace: () => Promise<Place>): void {
  describe(`a store on ${kind}`, () => {
    const db = databaseFor(makePlace)
    scansContract(db)
    leasesContract(db)
    resultsContract(db)
    keysContract(db)

    test('answers when it is asked whether it is there, and says so when it is not', async () => {
      await expect(db.store.ping()).resolves.toBeUndefined()
      await db.store.close()
      await expect(db.store.ping()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(db.store.keys.create(apiKey(1))).rejects.toMatchObject({ code: 'unavailable' })
      await expect(db.store.close()).resolves.toBeUndefined()
    })
  })
}
