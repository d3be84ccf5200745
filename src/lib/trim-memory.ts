import v8 from 'node:v8'
import vm from 'node:vm'

/** Gives memory that only starting up needed back to the system. Takes some 50 ms: for the moment after a start. */
export function trimMemory(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect: unknown = vm.runInNewContext('gc')
  v8.setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
