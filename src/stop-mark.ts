import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './lib/make-folder.ts'
import type { StopMark } from './service/kill-switch.ts'

/** The kill switch of a data folder is a file in it: that survives a restart, and every process of the folder sees it. */
export function stopMarkIn(dataDir: string): StopMark {
  const path = join(dataDir, 'stopped')
  return {
    read() {
      try {
        const text = readFileSync(path, 'utf8').trim()
        // A file that somebody made by hand stops us too; it only does not say since when.
        return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? text : new Date(0).toISOString()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    write(at) {
      makeFolder(dataDir)
      const file = openSync(path, 'w', 0o600)
      try {
        writeSync(file, `${at}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    remove: () => rmSync(path, { force: true }),
  }
}
