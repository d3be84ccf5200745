import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openSealer } from '../../src/open-sealer.ts'
import { openStore } from '../../src/store/open.ts'
import { newScan } from '../contracts/store-samples.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sortie-sealing-'))
  store = await openStore({ file: join(folder, 'sortie.db') })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const open = (sealingKey?: string) =>
  openSealer(readConfig({ dataDir: folder }, sealingKey ? { SORTIE_SEALING_KEY: sealingKey } : {}), store.seals)
const file = () => join(folder, 'sealing-key')
const seal = async () => {
  const sealer = await open()
  await store.scans.create(newScan(1, { sealedConfig: sealer.seal('{"auth":{}}', 'scn_1') }))
  return sealer
}
const otherKey = 'an-other-key-than-the-one-that-was-drawn-here'

test('the same key opens on every start, and the database knows its name and not the key', async () => {
  const first = await seal()
  expect((await open()).keyId).toBe(first.keyId)
  expect(await store.seals.keyId()).toBe(first.keyId)
  expect(readFileSync(join(folder, 'sortie.db')).includes(readFileSync(file(), 'utf8').trim())).toBe(false)
})

test('a lost key of sealed secrets is told, with what to do, and never replaced', async () => {
  const first = await seal()
  renameSync(file(), `${file()}.backup`)
  for (let start = 0; start < 2; start++) {
    await expect(open()).rejects.toMatchObject({ code: 'invalid_config', detail: expect.stringContaining('Put it back from a backup') })
    expect(existsSync(file())).toBe(false)
  }
  // Both ways that the sentence names.
  expect((await open(readFileSync(`${file()}.backup`, 'utf8').trim())).keyId).toBe(first.keyId)
  renameSync(`${file()}.backup`, file())
  expect((await open()).keyId).toBe(first.keyId)
})

test('another key is refused, be it set by hand or lying in the folder', async () => {
  await seal()
  await expect(open(otherKey)).rejects.toMatchObject({
    code: 'invalid_config',
    detail: expect.stringContaining('SORTIE_SEALING_KEY is not'),
  })
  writeFileSync(file(), otherKey)
  await expect(open()).rejects.toMatchObject({ code: 'invalid_config', detail: expect.stringContaining('is not the key that sealed') })
})

test('a lost key that sealed nothing is drawn anew', async () => {
  const first = await open()
  rmSync(file())
  const second = await open()
  expect(second.keyId).not.toBe(first.keyId)
  expect(await store.seals.keyId()).toBe(second.keyId)
})

test('a key file that holds no key says so', async () => {
  writeFileSync(file(), 'short\n')
  await expect(open()).rejects.toMatchObject({ code: 'invalid_config', detail: expect.stringContaining('openssl rand') })
})
