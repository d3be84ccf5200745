import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'sortie-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a folder is made with all above it, for its owner only, and making it again changes nothing', () => {
  const path = join(root, 'a', 'b', 'c')
  makeFolder(path)
  makeFolder(path)
  expect([join(root, 'a'), path].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700])
})

test('where there can be none, it says so at once', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('is a file')
  expect(() => makeFolder(join(file, 'below'))).toThrow()
  if (process.platform === 'linux') expect(() => makeFolder('/proc/sortie/below')).toThrow()
})
