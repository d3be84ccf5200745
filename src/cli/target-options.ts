import type { Command } from 'commander'
import { z } from 'zod'
import { fieldErrors } from '../domain/field-errors.ts'
import { protocolIds, TargetConfig } from '../domain/target.ts'
import type { CliDeps } from './deps.ts'
import { misuse } from './exit-code.ts'

export type TargetOptions = Readonly<{ header?: readonly string[]; protocol?: string; model?: string; targetConfig?: string }>

/** Adds what can be said about a target: to `scan` and to `probe`. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('-H, --header <header>', "header for the target, 'Name: value'; @file and $VARIABLE are read from there (repeatable)", collect)
    .option('--protocol <name>', `how to talk to the target, found out by default: ${protocolIds.join(', ')}`)
    .option('--model <name>', 'model to ask for, where the target serves several')
    .option('--target-config <file>', 'JSON file with everything else that is known about the target (target_config of the API)')
}

export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** The target_config that the options come to; undefined when nothing was said. */
export async function toTargetConfig(options: TargetOptions, deps: CliDeps): Promise<TargetConfig | undefined> {
  const fromFile = options.targetConfig === undefined ? {} : await readConfigFile(options.targetConfig, deps)
  const headers = await readHeaders(options.header ?? [], deps)
  const merged = {
    ...fromFile,
    ...(options.protocol === undefined ? {} : { protocol: options.protocol }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(headers === undefined ? {} : { headers: { ...fromFile.headers, ...headers } }),
  }
  if (Object.keys(merged).length === 0) return undefined
  const parsed = TargetConfig.safeParse(merged)
  if (parsed.success) return parsed.data
  throw misuse(
    fieldErrors(parsed.error)
      .map(({ pointer, detail }) => `${optionOf(pointer)}${detail}`)
      .join(' '),
  )
}

// The value of a header may be a secret: it is left out of messages.
const optionOf = (pointer: string): string =>
  pointer.startsWith('/protocol') ? '--protocol: ' : pointer.startsWith('/headers') ? '--header: ' : ''

const LooseConfig = z.looseObject({ headers: z.record(z.string(), z.string()).optional() })

async function readConfigFile(path: string, deps: CliDeps): Promise<z.infer<typeof LooseConfig>> {
  const text = await readNamed(path, '--target-config', deps)
  try {
    return LooseConfig.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw misuse(`--target-config: ${path} is not a JSON object that describes a target.`)
    throw error
  }
}

async function readHeaders(given: readonly string[], deps: CliDeps): Promise<Record<string, string> | undefined> {
  const headers: Record<string, string> = {}
  for (const argument of given) {
    for (const line of (await expand(argument, deps)).split(/\r?\n/).filter((text) => text.trim() !== '')) {
      const at = line.indexOf(':')
      if (at < 1) throw misuse("--header must be written as 'Name: value', or as @file or $VARIABLE that holds such a line.")
      const name = line.slice(0, at).trim()
      headers[name] = await expand(line.slice(at + 1).trim(), deps)
    }
  }
  return given.length > 0 ? headers : undefined
}

/** `@file` and `$VARIABLE` stand for what is in them: a secret on the command line would show in process lists. */
async function expand(text: string, deps: CliDeps): Promise<string> {
  if (text.startsWith('@')) return (await readNamed(text.slice(1), '--header', deps)).trim()
  const whole = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(text)?.[1]
  if (whole !== undefined) return variable(whole, deps)
  return text.replace(/\$\{([A-Za-z_]\w*)\}|(?<=^(?:Bearer|Basic|Token) )\$([A-Za-z_]\w*)$/g, (_, braced?: string, bare?: string) =>
    variable((braced ?? bare)!, deps),
  )
}

/** A secret that an option names as `$VARIABLE` or `@file`. The secret itself is refused: it would show in process lists. */
export async function readSecret(source: string, option: string, deps: CliDeps): Promise<string> {
  const name = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(source)?.[1]
  if (name !== undefined) return variable(name, deps, option)
  if (!source.startsWith('@')) throw misuse(`${option} takes $VARIABLE or @file: a secret on the command line shows in process lists.`)
  const secret = (await readNamed(source.slice(1), option, deps)).trim()
  if (secret === '') throw misuse(`${option}: the file ${source.slice(1)} is empty.`)
  return secret
}

function variable(name: string, deps: CliDeps, option = '--header'): string {
  const value = deps.variable(name)
  if (value === undefined || value === '') throw misuse(`${option}: the variable ${name} is not set.`)
  return value
}

async function readNamed(path: string, option: string, deps: CliDeps): Promise<string> {
  try {
    return await deps.readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === '') throw cause
    throw misuse(`${option}: the file ${path} can not be read (${code}).`)
  }
}
