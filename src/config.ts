import { existsSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fieldErrors } from './domain/field-errors.ts'
import { type FieldError, Problem } from './domain/problem.ts'
import { type LogLevel, logLevels } from './lib/log.ts'
import { Secret } from './lib/secret.ts'

/** The effective settings of one process. */
export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  auth: 'local' | 'token'
  publishedOnLoopback: boolean
  adminToken: Secret | null
  sealingKey: Secret | null
  allowTargets: readonly string[]
  packs: readonly string[]
  egressProxy: string | null
  egressCa: string | null
  /** A language model of the operator's, for attacks that adapt and for settling doubt. None by default. */
  llmUrl: string | null
  llmModel: string | null
  llmKey: Secret | null
  trustedProxies: readonly string[]
  retentionDays: number
  logLevel: LogLevel
}>

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `a whole number from ${least} to ${most}`)
const flag = z.enum(['0', '1', 'true', 'false', '']).transform((value) => value === '1' || value === 'true')
const secret = z.string().min(1)

/** Every setting: its variable, what it is for, how it is read. Its flag is the name in kebab-case; secrets have none. */
export const settings = {
  host: { variable: 'SORTIE_HOST', about: 'address to listen on', schema: z.string().min(1), fallback: '127.0.0.1' },
  port: { variable: 'SORTIE_PORT', about: 'port to listen on, 0 picks a free one', schema: whole(0, 65535), fallback: '4100' },
  dataDir: { variable: 'SORTIE_DATA_DIR', about: 'folder of the database, the sealing key and the admin token', schema: z.string().min(1) },
  auth: { variable: 'SORTIE_AUTH', about: 'local (open to this machine) or token', schema: z.enum(['local', 'token']) },
  publishedOnLoopback: {
    variable: 'SORTIE_PUBLISHED_ON_LOOPBACK',
    about: '1: the container port is published on loopback only',
    schema: flag,
    fallback: '0',
  },
  adminToken: {
    variable: 'SORTIE_ADMIN_TOKEN',
    about: 'admin token of token mode, at least 32 characters',
    schema: secret.min(32, 'at least 32 characters'),
    isSecret: true,
  },
  sealingKey: {
    variable: 'SORTIE_SEALING_KEY',
    about: 'seals the credentials of targets',
    schema: secret.min(32, 'at least 32 characters'),
    isSecret: true,
  },
  allowTargets: {
    variable: 'SORTIE_ALLOW_TARGETS',
    about: 'private hosts, host:port and CIDRs that may be scanned',
    schema: list,
    fallback: '',
  },
  packs: { variable: 'SORTIE_PACKS', about: 'folders with attacks of your own', schema: list, fallback: '' },
  egressProxy: { variable: 'SORTIE_EGRESS_PROXY', about: 'proxy for everything outbound', schema: z.url() },
  egressCa: { variable: 'SORTIE_EGRESS_CA', about: 'file with certificates to trust besides the usual ones', schema: z.string().min(1) },
  llmUrl: {
    variable: 'SORTIE_LLM_URL',
    about: 'chat endpoint (OpenAI or Anthropic) of a model that may help attack and judge',
    schema: z.url(),
  },
  llmModel: { variable: 'SORTIE_LLM_MODEL', about: 'its model', schema: z.string().min(1) },
  llmKey: { variable: 'SORTIE_LLM_KEY', about: 'its API key', schema: secret, isSecret: true },
  trustedProxies: { variable: 'SORTIE_TRUSTED_PROXIES', about: 'addresses of reverse proxies in front of us', schema: list, fallback: '' },
  retentionDays: {
    variable: 'SORTIE_RETENTION_DAYS',
    about: 'finished scans are deleted after this many days, 0 keeps them',
    schema: whole(0, 36500),
    fallback: '90',
  },
  logLevel: { variable: 'SORTIE_LOG_LEVEL', about: `one of ${logLevels.join(', ')}`, schema: z.enum(logLevels), fallback: 'info' },
} as const satisfies Record<string, Setting>
type Setting = Readonly<{ variable: string; about: string; schema: z.ZodType<unknown, string>; fallback?: string; isSecret?: true }>
export type SettingName = keyof typeof settings

/** Flags as the command line gives them, by setting name. */
export type Flags = Readonly<Record<string, string>>
type Environment = Readonly<Record<string, string | undefined>>

/** Reads all settings and reports every mistake at once. */
export function readConfig(flags: Flags = {}, env: Environment = process.env): Config {
  const mistakes: FieldError[] = []
  const take = <Name extends SettingName>(name: Name): z.output<(typeof settings)[Name]['schema']> | null => {
    const setting: Setting = settings[name]
    const raw = flags[name] ?? fromEnvironment(setting, env, mistakes) ?? setting.fallback
    if (raw === undefined) return null
    const read = setting.schema.safeParse(raw)
    if (read.success) return read.data as z.output<(typeof settings)[Name]['schema']>
    mistakes.push({ pointer: setting.variable, detail: reasonOf(read.error) })
    return null
  }

  const host = take('host') ?? ''
  const publishedOnLoopback = take('publishedOnLoopback') ?? false
  const auth = take('auth')
  const adminToken = take('adminToken')
  const sealingKey = take('sealingKey')
  const llmKey = take('llmKey')
  const config: Config = {
    host,
    port: take('port') ?? 0,
    dataDir: take('dataDir') ?? defaultDataDir(env),
    auth: auth ?? (isLoopbackName(host) ? 'local' : 'token'),
    publishedOnLoopback,
    adminToken: adminToken === null ? null : new Secret(adminToken),
    sealingKey: sealingKey === null ? null : new Secret(sealingKey),
    allowTargets: take('allowTargets') ?? [],
    packs: take('packs') ?? [],
    egressProxy: take('egressProxy'),
    egressCa: take('egressCa'),
    llmUrl: take('llmUrl'),
    llmModel: take('llmModel'),
    llmKey: llmKey === null ? null : new Secret(llmKey),
    trustedProxies: take('trustedProxies') ?? [],
    retentionDays: take('retentionDays') ?? 0,
    logLevel: take('logLevel') ?? 'info',
  }
  if (config.auth === 'local' && !isLoopbackName(host) && !publishedOnLoopback) {
    mistakes.push({
      pointer: 'SORTIE_AUTH',
      detail: `local mode is open to everybody who can connect, so it can't listen on ${host}: use SORTIE_AUTH=token, or listen on 127.0.0.1 (SORTIE_PUBLISHED_ON_LOOPBACK=1 if this is a container whose port is published on loopback only)`,
    })
  }
  for (const folder of config.packs) {
    if (!existsSync(folder)) mistakes.push({ pointer: 'SORTIE_PACKS', detail: `there is no folder ${folder}` })
  }
  if (env['DATABASE_URL']) {
    mistakes.push({ pointer: 'DATABASE_URL', detail: 'PostgreSQL is not supported by this version: unset it to use the embedded database' })
  }
  if (mistakes.length > 0) {
    throw new Problem('invalid_config', mistakes.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('\n'), { errors: mistakes })
  }
  return config
}

/** What is wrong with a setting, to stand behind its name. */
const reasonOf = (error: z.ZodError): string =>
  fieldErrors(error, '')
    .map(({ detail }) => detail.replace(/^:? /, '').replace(/\.$/, ''))
    .join('; ')

/** A secret may also lie in a file named by the variable with _FILE: that keeps it out of process lists and unit files. */
function fromEnvironment(setting: Setting, env: Environment, mistakes: FieldError[]): string | undefined {
  const value = env[setting.variable]
  const file = setting.isSecret && env[`${setting.variable}_FILE`]
  if (value || !file) return value || undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    mistakes.push({ pointer: `${setting.variable}_FILE`, detail: 'the file can not be read' })
    return undefined
  }
}

/** The platform's folder for application data. */
function defaultDataDir(env: Environment): string {
  if (platform() === 'win32') return join(env['LOCALAPPDATA'] ?? homedir(), 'Sortie')
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Sortie')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'sortie')
}

const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** A variable that is no setting of ours: NO_COLOR, or one that an argument names with $. */
export const variable = (name: string): string | undefined => process.env[name]

const isSecret = (setting: Setting): boolean => setting.isSecret === true
const names = Object.keys(settings) as SettingName[]

/** Every setting that may be given as a flag: `dataDir` is `--data-dir`. Secrets would show in process lists, so they have none. */
export const settingFlags = names
  .filter((name) => !isSecret(settings[name]))
  .map((name) => {
    const { variable, about, fallback }: Setting = settings[name]
    return {
      name,
      flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      variable,
      about,
      ...(fallback && { fallback }),
    }
  })

/** What is in force and where it comes from, for `sortie config`. Secrets are masked. */
export function configLines(
  flags: Flags = {},
  env: Environment = process.env,
): readonly Readonly<Record<'name' | 'variable' | 'value' | 'source', string>>[] {
  const config = readConfig(flags, env)
  return names.map((name) => {
    const { variable } = settings[name]
    const value = config[name]
    const source = flags[name] !== undefined ? 'flag' : env[variable] || env[`${variable}_FILE`] ? 'environment' : 'default'
    return { name, variable, value: value === null ? '' : Array.isArray(value) ? value.join(',') : String(value), source }
  })
}
