import type { Generated } from 'kysely'

/**
 * The tables, as one type for every database. Times are ISO 8601 text, except those that are compared with a clock (`_ms`);
 * structured values are JSON text; yes and no are 1 and 0: all of it means the same in SQLite and in PostgreSQL.
 */
export interface Schema {
  scans: ScanTable
  attempts: AttemptTable
  findings: FindingTable
  idempotency_keys: IdempotencyTable
  api_keys: KeyTable
  settings: SettingTable
  migrations: MigrationTable
}

export interface ScanTable {
  id: string
  target: string
  name: string | null
  status: string
  phase: string
  plan: string
  created_at: string
  started_at: string | null
  completed_at: string | null
  created_by: string | null
  progress: number
  attacks_planned: number
  attacks_done: number
  requests_sent: number
  succeeded: number
  inconclusive: number
  errors: number
  blocked: number
  vulnerabilities: number
  catalog_version: string
  profile: string | null
  score: string | null
  error: string | null
  warnings: string
  cancel_requested: number

  sealed_config: Uint8Array | null
  canary_secret: Uint8Array

  /** The number of the next result. */
  next_seq: number
  /** When a worker may take it: 0 is at once, null is never (it has ended, or waits for its client). */
  ready_at_ms: number | null
  lease_owner: string | null
  lease_epoch: number
  lease_until_ms: number | null
  /** Claims since the last progress that were not given back: each of them is a process that died. */
  crashes: number
}

/** Narrow columns first: SQLite then filters without touching the pages where long texts spill over. */
export interface AttemptTable {
  scan_id: string
  seq: number
  probe_id: string
  attack_id: string
  category: string
  weakness: string
  technique: string
  transform: string
  language: string
  trial: number
  severity: string
  outcome: string
  requests: number
  latency_ms: number
  recorded_at: string
  /** About how much the long columns hold, so that a reader can bound a page before fetching it. */
  size: number
  name: string
  remediation: string
  compliance: string
  verdict: string
  prompt: string
  response: string
  turns: string | null
}

export interface FindingTable {
  scan_id: string
  weakness: string
  category: string
  severity: string
  confidence: string
  count: number
  first_probe_id: string
  first_seq: number
}

export interface IdempotencyTable {
  key: string
  body_hash: string
  scan_id: string
  expires_at: string
}

export interface KeyTable {
  id: string
  name: string
  hash: string
  scopes: string
  created_at: string
  expires_at: string | null
  last_used: string | null
}

/** What a database must know of itself. */
export interface SettingTable {
  name: string
  value: string
}

export interface MigrationTable {
  number: number
  name: string
  applied_at: Generated<string>
}
