import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createSealer, loadOrCreateSealingKey, parseSealingKey, SealError } from './seal.ts'

const folder = mkdtempSync(join(tmpdir(), 'sortie-seal-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = Buffer.alloc(32, 7)
const reasonOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof SealError ? error.reason : error
  }
  return 'nothing was thrown'
}

test('opens what it sealed, whatever it is, and never seals twice alike', () => {
  const sealer = createSealer(key)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
      const first = sealer.seal(plain, context)
      expect(sealer.open(first, context)).toBe(plain)
      expect(Buffer.from(first).equals(Buffer.from(sealer.seal(plain, context)))).toBe(false)
    }),
    { seed: 20261115 },
  )
})

test('the sealed bytes do not hold the secret', () => {
  const sealed = Buffer.from(createSealer(key).seal('sk-live-0123456789', 'scn_1'))
  expect(sealed.includes('sk-live')).toBe(false)
})

test('a secret of one scan does not open as that of another', () => {
  const sealer = createSealer(key)
  expect(reasonOf(() => sealer.open(sealer.seal('x', 'scn_1'), 'scn_2'))).toBe('damaged')
})

test('every flipped bit is noticed', () => {
  const sealer = createSealer(key)
  const sealed = Buffer.from(sealer.seal('top secret', 'scn_1'))
  for (let at = 0; at < sealed.length * 8; at++) {
    const broken = Buffer.from(sealed)
    broken[at >> 3]! ^= 1 << (at & 7)
    expect(['damaged', 'wrong_key']).toContain(reasonOf(() => sealer.open(broken, 'scn_1')))
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(['damaged', 'wrong_key']).toContain(reasonOf(() => sealer.open(sealed.subarray(0, length), 'scn_1')))
  }
})

test('another key says so, instead of calling the data damaged', () => {
  const sealed = createSealer(key).seal('x', 'c')
  expect(reasonOf(() => createSealer(Buffer.alloc(32, 8)).open(sealed, 'c'))).toBe('wrong_key')
})

test('keys are read as hex, base64 or a long passphrase, and short ones are refused', () => {
  expect(Buffer.from(parseSealingKey(key.toString('hex')))).toEqual(key)
  expect(Buffer.from(parseSealingKey(`${key.toString('base64')}\n`))).toEqual(key)
  expect(Buffer.from(parseSealingKey(key.toString('base64url')))).toEqual(key)
  expect(parseSealingKey('a passphrase that is long enough to be one')).toHaveLength(32)
  expect(reasonOf(() => parseSealingKey('short'))).toBe('bad_key')
  expect(reasonOf(() => createSealer(Buffer.alloc(16)))).toBe('bad_key')
})

test('the key file is made once, for its owner only, and read from then on', () => {
  const file = join(folder, 'data', 'sealing-key')
  const first = loadOrCreateSealingKey(file)
  expect(Buffer.from(loadOrCreateSealingKey(file))).toEqual(Buffer.from(first))
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toBe('')
})

test('a damaged key file is refused, not replaced', () => {
  const file = join(folder, 'damaged')
  writeFileSync(file, 'oops')
  expect(reasonOf(() => loadOrCreateSealingKey(file))).toBe('bad_key')
  expect(readFileSync(file, 'utf8')).toBe('oops')
})
