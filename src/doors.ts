import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from './lib/make-folder.ts'
import type { Listener } from './net/egress.ts'
import { ownerIsAlive } from './queue/owner.ts'

/** Where the processes of a data folder listen: none of them scans another's door, be it a server or the command line. */
export interface Doors {
  /** Tells all processes of the folder, this one included. */
  open(listeners: readonly Listener[]): void
  /** Follows what the others have opened and closed. To be called often: it is one look into one folder. */
  look(): void
  close(): void
}

const Door = z.object({ owner: z.string(), listeners: z.array(z.object({ host: z.string(), port: z.int() })) })

export function doorsIn(dataDir: string, owner: string, deny: (listeners: readonly Listener[]) => void): Doors {
  const folder = join(dataDir, 'listening')
  const file = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`)
  let denied = '[]'
  const look = () => {
    const listeners = readAll(folder)
    const now = JSON.stringify(listeners)
    if (now === denied) return
    denied = now
    deny(listeners)
  }
  return {
    open(listeners) {
      // First this process, which needs no file for it.
      deny(listeners)
      makeFolder(folder)
      writeFileSync(file, JSON.stringify({ owner, listeners }), { mode: 0o600, flush: true })
      look()
    },
    look,
    close: () => rmSync(file, { force: true }),
  }
}

function readAll(folder: string): readonly Listener[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    const door = readDoor(path)
    if (door === undefined) return []
    if (ownerIsAlive(door.owner)) return door.listeners
    rmSync(path, { force: true })
    return []
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Undefined while it is being written, or just removed: the next look sees it. */
function readDoor(path: string): z.infer<typeof Door> | undefined {
  try {
    return Door.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
