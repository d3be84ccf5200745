import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'
import { storeContract } from './store-contract.ts'

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sortie-store-'))
  return {
    open: () => openStore({ file: join(folder, 'sortie.db') }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
})
