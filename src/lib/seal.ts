import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Encrypts what must be kept but never read by others: AES-256-GCM, a fresh nonce each time. */
export interface Sealer {
  /** `context` says whose secret it is (a scan's id): opened under another one it does not open. */
  seal(plain: string, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): string
  /** Names the key without telling it. */
  readonly keyId: string
}

/** Why something could not be sealed or opened, in a sentence for the operator. Never holds a secret. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly reason: 'wrong_key' | 'damaged' | 'bad_key'

  constructor(reason: 'wrong_key' | 'damaged' | 'bad_key', message: string) {
    super(message)
    this.reason = reason
  }
}

// version 1 · key id 4 bytes · nonce 12 · tag 16 · ciphertext
const version = 1
const headerBytes = 5
const nonceBytes = 12
const tagBytes = 16

export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== 32) throw new SealError('bad_key', 'The sealing key must be 32 bytes long.')
  const id = createHash('sha256').update('sortie sealing key id\0').update(key).digest().subarray(0, 4)
  const header = Buffer.concat([Buffer.of(version), id])
  const bind = (context: string) => Buffer.concat([header, Buffer.from(context, 'utf8')])
  return {
    keyId: id.toString('hex'),
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(bind(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < headerBytes + nonceBytes + tagBytes || bytes[0] !== version) {
        throw new SealError('damaged', 'The sealed data is damaged.')
      }
      if (!bytes.subarray(1, headerBytes).equals(id)) {
        throw new SealError('wrong_key', 'This was sealed with another key than SORTIE_SEALING_KEY: start with the key that sealed it.')
      }
      const nonce = bytes.subarray(headerBytes, headerBytes + nonceBytes)
      const tag = bytes.subarray(headerBytes + nonceBytes, headerBytes + nonceBytes + tagBytes)
      const opener = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(bind(context)).setAuthTag(tag)
      try {
        return Buffer.concat([opener.update(bytes.subarray(headerBytes + nonceBytes + tagBytes)), opener.final()]).toString('utf8')
      } catch {
        throw new SealError('damaged', 'The sealed data is damaged, or belongs to something else.')
      }
    },
  }
}

/** Reads a key: 32 bytes as base64, base64url or hex, or a passphrase of at least 32 characters. */
export function parseSealingKey(text: string): Uint8Array {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64url')
  if (trimmed.length < 32) {
    throw new SealError('bad_key', 'The sealing key must be 32 random bytes in base64 or hex: `openssl rand -base64 32` makes one.')
  }
  return createHash('sha256').update('sortie sealing passphrase\0').update(trimmed).digest()
}

/** The key of a data folder: read from its file, or drawn and written there, for its owner only, on first use. */
export function loadOrCreateSealingKey(file: string): Uint8Array {
  if (!existsSync(file)) create(file)
  return parseSealingKey(readFileSync(file, 'utf8'))
}

/** Of two processes that start together one wins and both read the same whole key: a link appears at once or not at all. */
function create(file: string): void {
  makeFolder(dirname(file))
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}
