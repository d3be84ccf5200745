import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder for its owner only, and those above it where they are missing. Node's own `recursive` never returns for a
 * path below /proc, where making a folder fails as if its parent did not exist (Node 24.21).
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is a file`)
    return
  }
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Of two processes that start together the second finds it made.
    if (!existsSync(path)) throw error
  }
}
