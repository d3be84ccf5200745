import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What tests read of a scan on the wire. */
export type WireScan = Readonly<{
  id: string
  target: string
  status: string
  phase: string
  progress: number
  total_attacks: number
  successful_attacks: number
  attacks_planned: number
  vulnerabilities_found: number
  error?: { code: string; message: string }
  grade?: string | null
  results: readonly WireResult[]
}>
export type WireResult = Readonly<{
  id: string
  attack_id: string
  attack_category: string
  technique: string
  transform: string
  prompt: string
  response: string
  success: boolean
  outcome: string
  severity: string
  confidence?: string
  evidence?: readonly { text: string }[]
  judged_by: string
}>
type Answer<Body> = Readonly<{ status: number; body: Body }>

/** The real service as a child process, talked to over plain HTTP. */
export type Service = Readonly<{
  url: string
  dataDir: string
  stderr: () => string
  get: <Body = WireScan>(path: string, key?: string) => Promise<Answer<Body>>
  post: <Body = WireScan>(path: string, body: unknown, key?: string) => Promise<Answer<Body>>
  stop: () => Promise<number | null>
  kill: () => Promise<void>
}>

export const freshDataDir = (): string => mkdtempSync(join(tmpdir(), 'sortie-e2e-'))

export async function startService(options: { dataDir?: string; env?: Record<string, string> } = {}): Promise<Service> {
  const dataDir = options.dataDir ?? freshDataDir()
  const child = spawn(process.execPath, ['bin/sortie.mjs', 'serve'], {
    env: { ...process.env, SORTIE_PORT: '0', SORTIE_DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const url = await readyLine(child, () => stderr)
  const call = async (method: string, path: string, key?: string, body?: unknown) => {
    const headers = { ...(key && { 'x-api-key': key }), ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    return child.exitCode
  }
  return {
    url,
    dataDir,
    stderr: () => stderr,
    get: (path, key) => call('GET', path, key),
    post: (path, body, key) => call('POST', path, key, body),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}

async function readyLine(child: ChildProcess, stderr: () => string): Promise<string> {
  let stdout = ''
  for await (const text of child.stdout!.setEncoding('utf8')) {
    stdout += text
    const ready = /^Sortie is ready at (\S+)$/m.exec(stdout)
    if (ready) {
      child.stdout!.resume()
      return ready[1]!
    }
  }
  throw new Error(`the service ended before it was ready: ${stderr()}`)
}

/** Real processes on a machine that has other things to do: nothing is asserted about time, so patience costs nothing. */
export const patient = { testTimeout: 240_000, hookTimeout: 120_000 } as const

/** Polls until the scan has ended. */
export async function ended(service: Service, id: string, key: string, timeoutMs = 200_000): Promise<WireScan> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const { body } = await service.get(`/scans/${id}`, key)
    if (body.status === 'completed' || body.status === 'failed') return body
    if (performance.now() > until) throw new Error(`scan ${id} is still ${body.status} (${body.phase}) after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function newKey(service: Service): Promise<string> {
  return (await service.post<{ key: string }>('/auth/api-keys', { name: 'test' })).body.key
}
