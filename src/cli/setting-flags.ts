import { type Command, Option } from 'commander'
import type { CliDeps, FlagValues } from './deps.ts'

/** Adds the flags of some settings to a command, each with its variable and default in the help. */
export function addSettingFlags(command: Command, deps: CliDeps, wanted: (name: string) => boolean): Command {
  for (const { flag, variable, about, fallback } of deps.settings.filter(({ name }) => wanted(name))) {
    const initially = fallback ? `, default ${fallback}` : ''
    command.addOption(new Option(`${flag} <value>`, `${about} (${variable}${initially})`))
  }
  return command
}

/** The settings that a command was given, by name; the rest is left to the environment. */
export function settingValues(command: Command, deps: CliDeps): FlagValues {
  const given = command.opts<Record<string, unknown>>()
  return Object.fromEntries(deps.settings.flatMap(({ name }) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])))
}

/** What a command that scans or reads the database may be told. */
export const forScans = (name: string): boolean =>
  ['dataDir', 'packs', 'allowTargets', 'egressProxy', 'egressCa', 'logLevel'].includes(name)
export const forStore = (name: string): boolean => ['dataDir', 'logLevel'].includes(name)
export const forCatalog = (name: string): boolean => ['packs', 'logLevel'].includes(name)
