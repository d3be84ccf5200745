import type { Attack } from '../domain/attack.ts'
import type { Target, TargetConfig } from '../domain/target.ts'
import type { KeyInput } from '../service/create-key.ts'
import type { ScanDocument } from '../service/get-scan.ts'
import type { KeyView, NewKeyView } from '../service/key-view.ts'
import type { StopMark } from '../service/kill-switch.ts'
import type { AttackView } from '../service/list-attacks.ts'
import type { CategoryView } from '../service/list-categories.ts'
import type { FindingView } from '../service/list-findings.ts'
import type { ScanInput } from '../service/scan-input.ts'
import type { ProfileView, ScanView } from '../service/scan-view.ts'
import type { ScanEvent } from '../service/watch-scan.ts'

/** Everything the command line needs from the rest of the program. `main.ts` provides it; tests provide fakes. */
export interface CliDeps {
  readonly version: string
  readonly terminal: Terminal
  /** Every setting that has a flag, as `config.ts` declares them. */
  readonly settings: readonly SettingFlag[]
  /** The text of a file that an argument names with @. */
  readFile(path: string): Promise<string>
  /** The variable that an argument names with $. */
  variable(name: string): string | undefined
  /** Standard input, or the text of a file, in pieces of any size. A file that can't be read throws where it is read. */
  input(path?: string): AsyncIterable<string>
  /** Calls `stop` on the first SIGINT or SIGTERM; the second one ends the process as usual. Returns how to unsubscribe. */
  onInterrupt(stop: () => void): () => void

  /** Starts the service; resolves when it takes requests. */
  serve(flags: FlagValues): Promise<RunningService>
  /** Opens engine and embedded store for scans of our own. */
  openScans(flags: FlagValues): Promise<ScanDesk>
  /** Finds out how to talk to an endpoint and connects, under the guard of local mode. Needs no database. Throws when it can't. */
  openTarget(flags: FlagValues, url: string, config: TargetConfig, signal: AbortSignal): Promise<ReachedTarget>
  /** Starts the bundled demo target by itself; port 0 picks a free one. Needs no database. */
  serveDemo(
    options: Readonly<{ hardened: boolean; seed: number; port: number }>,
  ): Promise<Readonly<{ url: string; close(): Promise<void> }>>
  /** Scans of the past, straight from the database. */
  openRecords(flags: FlagValues): Promise<ScanRecords>
  /** The kill switch of a data folder. */
  openStopMark(flags: FlagValues): StopMark
  openKeys(flags: FlagValues): Promise<KeyDesk>
  /** Loads the catalogue; throws `invalid_pack` with file and line of every mistake. */
  openCatalog(flags: FlagValues): Promise<CatalogDesk>
  /** Judges rows of `{prompt, response, …}`; a row that is no such thing throws `invalid_request`. */
  openJudge(flags: FlagValues): Promise<Readonly<{ judge: (row: unknown) => Promise<unknown>; close: () => Promise<void> }>>
  /** The effective settings, secrets masked. */
  effectiveConfig(flags: FlagValues): readonly ConfigLine[]
}

/** Where output goes. `out` is for results, `err` for everything that is said about them. */
export type Terminal = Readonly<{
  out(text: string): Promise<void>
  err(text: string): Promise<void>
  isOutTty: boolean
  isErrTty: boolean
  /** NO_COLOR is unset. Colour is used where the stream is a terminal as well. */
  colour: boolean
  columns: number
}>

/** A setting with a flag: `name` is its key in `FlagValues`, `flag` is what the user types. */
export type SettingFlag = Readonly<{ name: string; flag: string; variable: string; about: string; fallback?: string }>
export type FlagValues = Readonly<Record<string, string>>
export type ConfigLine = Readonly<{ name: string; variable: string; value: string; source: string }>

export type RunningService = Readonly<{
  url: string
  mode: 'local' | 'token'
  /** The path of the generated admin token, in token mode. */
  adminTokenFile?: string
  /** Drains and closes. */
  close(): Promise<void>
}>

/** Scans that belong to this process: leased to it, so that a server on the same file leaves them alone. */
export interface ScanDesk {
  start(input: ScanInput): Promise<RunningScan>
  probe(target: string, config: TargetConfig, signal: AbortSignal): Promise<ProfileView>
  /** Starts the bundled demo target and allows its exact host and port. */
  startDemo(options: Readonly<{ hardened: boolean; seed: number }>): Promise<Readonly<{ url: string; close(): Promise<void> }>>
  close(): Promise<void>
}
export interface RunningScan {
  readonly id: string
  /** What happens until the scan ends; the last event is `end`. */
  readonly events: AsyncIterable<ScanEvent>
  /** Asks the scan to stop; its events then end with a failed scan that keeps what it has. */
  cancel(): Promise<void>
  /** After the end: what GET /scans/{id} answers. May be read more than once. */
  document(): Promise<ScanDocument>
  /** What GET /scans/{id}/findings answers. */
  findings(): Promise<readonly FindingView[]>
}

/** What was scanned before. An unknown id throws `not_found`. */
export interface ScanRecords {
  latest(limit: number): Promise<readonly ScanView[]>
  document(id: string): Promise<ScanDocument>
  findings(id: string): Promise<readonly FindingView[]>
  close(): Promise<void>
}

/** An endpoint that this process talks to itself, for somebody else. */
export type ReachedTarget = Readonly<{ protocol: string; target: Target; close(): Promise<void> }>

/** Keys straight on the database: who can run the command owns it. */
export interface KeyDesk {
  create(input: KeyInput): Promise<NewKeyView>
  list(): Promise<readonly KeyView[]>
  /** False: there is no such key. */
  revoke(id: string): Promise<boolean>
  close(): Promise<void>
}

export interface CatalogDesk {
  readonly version: string
  readonly categories: readonly CategoryView[]
  readonly attacks: readonly AttackView[]
  /** The attack as it is written, with the file it stands in. */
  find(id: string): Readonly<{ attack: Attack; file: string }> | undefined
  /** Tries every attack on its own examples, on refusals, on benign answers and on its own prompt. */
  check(prefix?: string): Promise<readonly CatalogMistake[]>
  /** Counts for people: name and number. */
  stats(): readonly Readonly<{ name: string; count: number }>[]
}
export type CatalogMistake = Readonly<{ file: string; line?: number; detail: string }>
