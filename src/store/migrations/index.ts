import { first } from './001-first.ts'
import { settings } from './002-settings.ts'
import type { Migration } from './migration.ts'

/** In the order they are applied; a step's number is its place, from 1. */
export const migrations: readonly Migration[] = [first, settings]
