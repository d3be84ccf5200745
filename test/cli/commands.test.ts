import { expect, test } from 'vitest'
import { runCli } from '../../src/cli/program.ts'
import { fakeDeps, type World } from './fake-deps.ts'
import { findingView, profileView, resultView, scanView } from './sample-views.ts'

const run = async (args: readonly string[], world: World = {}) => {
  const deps = fakeDeps(world)
  const code = await runCli(args, deps)
  return { deps, code, out: deps.out, err: deps.err }
}

test('serve prints one line on stdout when it takes requests, and exits 0 when it is told to stop', async () => {
  const { code, out, err, deps } = await run(['serve', '--port', '0'])
  expect(out).toBe('Sortie is ready at http://127.0.0.1:4100\n')
  expect(err).toContain('Try it: npx sortie demo')
  expect(deps.flags).toEqual([{ port: '0' }])
  expect([code, deps.closed]).toEqual([0, 1])
})

test('demo scans its own target, says where to look next and exits 0 though there are findings', async () => {
  const { code, out, deps } = await run(['demo'], {
    scan: scanView({ severity_counts: { critical: 2, high: 0, medium: 0, low: 0, info: 0 } }),
  })
  expect(code).toBe(0)
  expect(deps.started[0]).toMatchObject({ target: 'http://127.0.0.1:5555/v1/chat/completions', max_attacks: 100, seed: 1 })
  expect(out).toContain('Where to look next')
  expect(deps.closed).toBe(2)
})

test.each([
  [['demo', '--serve-only', '--port', '8080'], 'The demo target listens at http://127.0.0.1:8080/demo\n'],
  [['demo', '--serve-only', '--hardened'], 'The hardened demo target listens at http://127.0.0.1:0/hardened\n'],
])('%j only starts the target, says where, and ends with Ctrl-C', async (args, line) => {
  const { code, out, deps } = await run(args)
  expect([code, out, deps.closed]).toEqual([0, line, 1])
  expect([deps.started, deps.flags]).toEqual([[], []])
})

test.each([
  [['demo', '--port', '8080'], /--port belongs to --serve-only/],
  [['demo', '--serve-only', '--json'], /'--serve-only' cannot be used with option '--json'/],
  [['demo', '--serve-only', '--port', '70000'], /--port must be a whole number/],
])('%j is misuse', async (args, sentence) => {
  const { code, err, out } = await run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(sentence)
})

test('demo exits 3 when its scan could not finish', async () => {
  expect((await run(['demo'], { scan: scanView({ status: 'failed', error: { code: 'internal', message: 'x' } }) })).code).toBe(3)
})

test('show prints a scan of the past as it was printed then, and as JSON', async () => {
  const scan = scanView({ severity_counts: { critical: 0, high: 1, medium: 0, low: 0, info: 0 }, grade: 'D', vulnerabilities_found: 1 })
  const world = { scan, results: [resultView()] }
  const shown = await run(['show', 'scn_1'], world)
  expect(shown.code).toBe(0)
  expect(shown.out).toMatch(/instruction-override[\s\S]*Found 1 weakness \(1 high\) in 2 attacks: grade D/)
  expect((await run(['show', 'last'], world)).out).toBe(shown.out)
  expect(JSON.parse((await run(['show', 'scn_1', '--json'], world)).out)).toEqual({ ...scan, results: world.results })
  expect(shown.deps.closed).toBe(1)
})

test('show --all prints every finding in full, however many', async () => {
  const findings = Array.from({ length: 14 }, () => findingView())
  expect((await run(['show', 'last', '--all'], { findings })).out.match(/shown by/g)).toHaveLength(14)
})

test('show without an id lists the latest scans', async () => {
  expect((await run(['show'])).out).toMatch(/scn_1\s+2026-11-15 00:00:00\s+completed\s+A\s+0\s+2\/2\s+http:/)
  expect(JSON.parse((await run(['show', '--json'])).out)).toEqual([scanView()])
  expect((await run(['show'], { noScans: true })).err).toContain('There are no scans yet')
})

test.each([
  [['show', 'scn_2'], {}],
  [['show', 'last'], { noScans: true }],
])('%j of a scan that is not there is misuse', async (args, world) => {
  const { code, err, out, deps } = await run(args, world)
  expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
  expect(deps.closed).toBe(1)
})

test('probe --json prints the target profile and nothing else', async () => {
  const { code, out } = await run(['probe', 'http://127.0.0.1:9/', '--json'])
  expect(JSON.parse(out)).toEqual(profileView())
  expect(code).toBe(0)
})

test('probe exits 3 when it can not talk to the target, and says why', async () => {
  const { code, out } = await run(['probe', 'http://127.0.0.1:9/'], {
    profile: profileView({ protocol: null, problem: { code: 'auth_required', message: 'It wants a key.' } }),
  })
  expect(code).toBe(3)
  expect(out).toMatch(/^Nobody to talk to \(auth_required\): It wants a key\.$/m)
})

test('keys create prints the key alone on stdout', async () => {
  const { out, err, code } = await run(['keys', 'create', 'ci'])
  expect(out).toBe('sortie_SECRET\n')
  expect(err).not.toContain('SECRET')
  expect(code).toBe(0)
})

test.each([
  [['keys', 'create', 'ci', '--scopes', 'root'], /--scopes knows scans:read/],
  [['keys', 'create', ''], /1 to 200 characters/],
  [['keys', 'revoke', 'key_0'], /There is no key key_0/],
  [['attacks', 'list', 'smoke'], /Known: jailbreak/],
  [['attacks', 'show', 'unbound'], /did you mean jailbreak\/unbound\?/],
])('%j is misuse, told in one sentence', async (args, sentence) => {
  const { code, err } = await run(args)
  expect([code, err.trim().split('\n').length]).toEqual([2, 1])
  expect(err).toMatch(sentence)
})

test('keys list shows every key and no secret', async () => {
  const keys = [
    { id: 'key_1', name: 'ci', last_used: null, created_at: '2026-11-15T00:00:00.000Z', scopes: ['scans:read' as const], expires_at: null },
  ]
  expect((await run(['keys', 'list'], { keys })).out).toMatch(/key_1\s+ci\s+2026-11-15T00:00:00.000Z\s+never\s+never\s+scans:read/)
  expect(JSON.parse((await run(['keys', 'list', '--json'], { keys })).out)).toEqual(keys)
})

test('attacks list shows the categories, then the attacks of one', async () => {
  expect((await run(['attacks', 'list'])).out).toMatch(/jailbreak\s+1\s+high\s+Whether rules hold\./)
  expect((await run(['attacks', 'list', 'Jailbreak'])).out).toMatch(/jailbreak\/unbound\s+high\s+persona\s+Unbound/)
})

test('attacks check exits 0 when all is well and 2 with file and line when not', async () => {
  expect((await run(['attacks', 'check'])).code).toBe(0)
  const { code, out } = await run(['attacks', 'check'], { mistakes: [{ file: 'jailbreak/a.yaml', line: 3, detail: 'fires on a refusal' }] })
  expect([code, out]).toEqual([2, 'jailbreak/a.yaml:3: fires on a refusal\n'])
})

test('judge answers every line in order, wherever the pieces are cut', async () => {
  const { out, code } = await run(['judge'], {
    stdin: ['{"id":1,"resp', 'onse":"a"}\n{"id":2,"response":"b"}', '\n\n{"id":3,"response":"c"}'],
  })
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2, 3])
  expect(code).toBe(0)
})

test('judge reads a file that it is given, and says so when it can not', async () => {
  const { out, code } = await run(['judge', 'a.jsonl'], { files: { 'a.jsonl': '{"id":9,"response":"a"}\n' } })
  expect([JSON.parse(out).id, code]).toEqual([9, 0])
  const gone = await run(['judge', 'b.jsonl'])
  expect([gone.err, gone.code]).toEqual([expect.stringContaining('b.jsonl can not be read (ENOENT)'), 2])
})

test('judge answers a line it can not read with its number, goes on, and exits 2', async () => {
  const { out, err, code } = await run(['judge'], { stdin: ['nonsense\n{"id":2}\n{"id":3,"response":"c"}\n'] })
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { line: 1, error: 'This is not JSON.' },
    { line: 2, error: 'response is missing.' },
    { id: 3, outcome: 'resisted' },
  ])
  expect(err).toContain('Line 1')
  expect(code).toBe(2)
})

test('config shows effective values with secrets masked', async () => {
  expect((await run(['config', '--port', '9'])).out).toMatch(/port\s+SORTIE_PORT\s+flag\s+9/)
  expect(JSON.parse((await run(['config', '--json'])).out)).toEqual({ port: '4100', adminToken: '***' })
})

test.each([
  [[]],
  [['--help']],
  [['scan', '--help']],
  [['demo', '--help']],
  [['probe', '--help']],
  [['serve', '--help']],
  [['keys', '--help']],
  [['keys', 'create', '--help']],
  [['attacks', '--help']],
  [['judge', '--help']],
  [['config', '--help']],
  [['relay', '--help']],
  [['stop', '--help']],
  [['resume', '--help']],
  [['show', '--help']],
])('help of %j is text that fits its terminal', async (args) => {
  const { out, err, code } = await run(args)
  expect(code).toBe(args.length === 0 ? 2 : 0)
  expect(out + err).toMatch(/Usage: sortie/)
})

test.each(['scan', 'demo', 'show', 'probe', 'serve', 'keys', 'attacks', 'judge', 'config', 'relay', 'stop', 'resume'])(
  'the help of %s has an example',
  async (name) => {
    expect((await run([name, '--help'])).out).toMatch(/Examples?:\n {2}\S/)
  },
)

test('stop marks the data folder, and resume takes the mark away', async () => {
  const deps = fakeDeps()
  expect(await runCli(['stop'], deps)).toBe(0)
  expect(deps.stopped).toMatch(/^\d{4}-/)
  expect(await runCli(['resume'], deps)).toBe(0)
  expect(deps.stopped).toBeNull()
  expect(deps.err).toContain('sortie resume lifts it')
  expect(deps.err.match(/a running server follows within a second/g)).toHaveLength(2)
})

test.each([
  [['relay', 'http://127.0.0.1:9/', '--key', 'sortie_SECRET'], /\$VARIABLE or @file/],
  [['relay', 'http://127.0.0.1:9/'], /variable SORTIE_KEY is not set/],
  [['relay', '--key', '@empty', 'http://127.0.0.1:9/'], /is empty/],
  [['relay', '--key', '@key', '--server', 'scanner', 'http://127.0.0.1:9/'], /--server must be/],
  [['relay', '--key', '@key', '--can', 'fly', '--', 'bot'], /--can knows session/],
  [['relay', '--key', '@key', '--', 'no-such-command-of-ours'], /can not be run/],
])('%j is misuse, and no secret is repeated', async (args, sentence) => {
  const { code, err } = await run(args, { files: { key: 'sortie_SECRET', empty: ' ' } })
  expect([code, err.trim().split('\n').length]).toEqual([2, 1])
  expect(err).toMatch(sentence)
  expect(err).not.toContain('SECRET')
})

test('--version prints the version', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: '9.9.9\n' })
})
