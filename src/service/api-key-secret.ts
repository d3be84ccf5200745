import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'sortie_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretChars = 43 // 62^43 is the first power above 2^256
const checksumChars = 6 // 62^6 is the first power above 2^32

/** `sortie_`, 32 random bytes in base62, and a CRC32 of everything before it: secret scanners and typos can be told apart. */
export function newApiKeySecret(random: (size: number) => Uint8Array): string {
  const body = prefix + toBase62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`), secretChars)
  return body + checksumOf(body)
}

/** Whether it can be one of ours at all. Costs no database read. */
export function isWellFormed(secret: string): boolean {
  if (!/^sortie_[0-9A-Za-z]{49}$/.test(secret)) return false
  const body = secret.slice(0, -checksumChars)
  return checksumOf(body) === secret.slice(-checksumChars)
}

/** What is stored instead of the secret. A plain hash is enough: the secret has 256 random bits. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const checksumOf = (body: string): string => toBase62(BigInt(crc32(body)), checksumChars)

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}
