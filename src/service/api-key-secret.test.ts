import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf, isWellFormed, newApiKeySecret } from './api-key-secret.ts'

test('a secret is the prefix, 43 characters of 256 bits and 6 of checksum', () => {
  expect(newApiKeySecret(randomBytes)).toMatch(/^sortie_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
  expect(newApiKeySecret(() => new Uint8Array(32))).toMatch(/^sortie_0{43}/)
  expect(newApiKeySecret(() => new Uint8Array(32).fill(255))).toHaveLength(56)
})

test('every secret that we make is well formed, and no two are the same', () => {
  const secrets = Array.from({ length: 1_000 }, () => newApiKeySecret(randomBytes))
  expect(new Set(secrets).size).toBe(1_000)
  expect(secrets.filter((secret) => !isWellFormed(secret))).toEqual([])
})

test('a typo in any place is noticed', () => {
  const secret = newApiKeySecret(randomBytes)
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.constantFrom(...'0Az_ é'), (place, character) => {
      const typo = secret.slice(0, place) + character + secret.slice(place + 1)
      expect(isWellFormed(typo)).toBe(typo === secret)
    }),
    { seed: 20261115 },
  )
  expect(isWellFormed(secret.slice(0, -1))).toBe(false)
  expect(isWellFormed(`${secret}\n`)).toBe(false)
})

test('the hash does not hold the secret', () => {
  expect(hashOf('sortie_x')).toMatch(/^[0-9a-f]{64}$/)
})
