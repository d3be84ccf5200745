import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { newOwner, ownerIsAlive, type ProcessTable, startFrom } from './owner.ts'

const system = (change: Partial<ProcessTable> = {}): ProcessTable => ({
  host: 'my:box',
  bootId: 'boot-1',
  startOf: () => '4711',
  ...change,
})

test('a process knows that it is alive', () => {
  expect(ownerIsAlive(newOwner())).toBe(true)
})

test('two names of one process are different', () => {
  expect(newOwner()).not.toBe(newOwner())
})

test('a process that was killed is dead', async () => {
  const child = spawn(process.execPath, ['-e', `setInterval(() => {}, 1000)`], { stdio: 'ignore' })
  await once(child, 'spawn')
  const owner = newOwner().split(':').with(2, String(child.pid)).with(3, '').join(':')
  expect(ownerIsAlive(owner)).toBe(true)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(ownerIsAlive(owner)).toBe(false)
})

test('a process id that was used again does not bring the old process back', () => {
  const owner = newOwner(system())
  expect(ownerIsAlive(owner, system())).toBe(true)
  expect(ownerIsAlive(owner, system({ startOf: () => '9999' }))).toBe(false)
  expect(ownerIsAlive(owner, system({ startOf: () => 'gone' }))).toBe(false)
})

test('nothing survives a restart of the machine', () => {
  expect(ownerIsAlive(newOwner(system()), system({ bootId: 'boot-2' }))).toBe(false)
})

test('where it can not be known, a process counts as alive until its lease runs out', () => {
  const owner = newOwner(system())
  expect(ownerIsAlive(owner, system({ host: 'another-box' }))).toBe(true)
  expect(ownerIsAlive(owner, system({ startOf: () => 'unknown' }))).toBe(true)
  expect(ownerIsAlive(newOwner(system({ startOf: () => 'unknown' })), system())).toBe(true)
  expect(ownerIsAlive('something else', system())).toBe(true)
  expect(ownerIsAlive('', system())).toBe(true)
})

test('a zombie is dead, whatever its name looks like', () => {
  const fields = Array.from({ length: 30 }, (_, index) => String(index + 4))
  expect(startFrom(`12 (no) Z 1 (de)) S ${fields.join(' ')}`)).toBe('22')
  expect(startFrom(`12 (node) Z ${fields.join(' ')}`)).toBe('gone')
  expect(startFrom('')).toBe('unknown')
})
