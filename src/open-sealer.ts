import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { SealStore } from './domain/ports.ts'
import { Problem } from './domain/problem.ts'
import { createSealer, loadOrCreateSealingKey, parseSealingKey, SealError, type Sealer } from './lib/seal.ts'

/**
 * The sealer of a data folder, under the key that its database knows. Starting with another key would make every sealed
 * secret unreadable, and drawing a new one in place of a lost one would hide the loss: both are refused.
 */
export async function openSealer(config: Config, seals: SealStore): Promise<Sealer> {
  const file = join(config.dataDir, 'sealing-key')
  if (!config.sealingKey && !existsSync(file) && (await seals.isUsed())) throw lost(file)
  const sealer = createSealer(readKey(config, file))
  const known = await seals.keyId()
  if (known === sealer.keyId) return sealer
  // A key that sealed nothing may be lost and drawn anew; one that was set by hand and is not the same is a mistake.
  if (known !== undefined && (config.sealingKey || (await seals.isUsed()))) throw wrong(config.sealingKey ? 'SORTIE_SEALING_KEY' : file)
  await seals.setKeyId(sealer.keyId)
  return sealer
}

function readKey(config: Config, file: string): Uint8Array {
  try {
    return config.sealingKey ? parseSealingKey(config.sealingKey.reveal()) : loadOrCreateSealingKey(file)
  } catch (error) {
    if (error instanceof SealError)
      throw new Problem('invalid_config', `${config.sealingKey ? 'SORTIE_SEALING_KEY' : file}: ${error.message}`)
    throw new Problem('invalid_config', `The sealing key ${file} can not be read or written. Check who owns it and its folder.`, {
      cause: error,
    })
  }
}

const lost = (file: string) =>
  new Problem(
    'invalid_config',
    `The key that sealed the targets' credentials in this database is gone: ${file} is missing. Put it back from a backup, or set SORTIE_SEALING_KEY to it; to start afresh without these credentials, name another SORTIE_DATA_DIR.`,
  )

const wrong = (where: string) =>
  new Problem(
    'invalid_config',
    `${where} is not the key that sealed the secrets in this data folder: start with the one that did, or name another SORTIE_DATA_DIR.`,
  )
