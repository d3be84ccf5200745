import { expect, test } from 'vitest'
import { runCli } from '../../src/cli/program.ts'
import { Problem } from '../../src/domain/problem.ts'
import { fakeDeps, type World } from './fake-deps.ts'
import { findingView, profileView, resultView, scanView } from './sample-views.ts'

const url = 'http://127.0.0.1:9/chat'
const run = async (args: readonly string[], world: World = {}) => {
  const deps = fakeDeps(world)
  const code = await runCli(args, deps)
  return { deps, code, out: deps.out, err: deps.err }
}
const withFinding = (severity: 'high' | 'low' | 'info' = 'high'): World => ({
  scan: scanView({
    severity_counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0, [severity]: 1 },
    successful_attacks: 1,
    vulnerabilities_found: 1,
    grade: 'D',
  }),
  results: [resultView({ severity }), resultView({ id: 'r2', success: false, outcome: 'resisted' })],
})

test('a clean scan exits 0 and says so', async () => {
  const { code, out } = await run(['scan', url])
  expect(code).toBe(0)
  expect(out).toContain('No weakness found in 2 attacks: grade A')
})

test('a finding exits 1 and says what was shown, how surely, by which standards, and what to do', async () => {
  const { code, out } = await run(['scan', url], withFinding())
  expect(code).toBe(1)
  expect(out).toMatch(/^high\s+instruction-override \(prompt_injection\)$/m)
  expect(out).toMatch(/shown by\s+An order in a letter: firm, 3 of 4 attacks, at least 30 %/)
  expect(out).toMatch(/it said\s+amber1234fern5678/)
  expect(out).toMatch(/ids\s+LLM01:2025 LLM01:2026 AML\.T0051\.000 CWE-1427 · res_1_1/)
  expect(out).toMatch(/fix\s+Keep instructions and data apart\. And then do the rest\.$/m)
  expect(out).toMatch(/Where to look next:\n {2}sortie show last/)
})

test('many findings: the worst in full, the rest in a table', async () => {
  const findings = Array.from({ length: 14 }, (_, n) => findingView({ weakness: `weakness-${n}` }))
  const { out } = await run(['scan', url], { ...withFinding(), findings })
  expect(out.match(/shown by/g)).toHaveLength(10)
  expect(out).toMatch(/And 4 more:\nSEVERITY\s+WEAKNESS\s+HITS/)
  expect(out).toMatch(/^high\s+weakness-13\s+3\/4\s+prompt_injection\s+An order in a letter$/m)
})

test('a scan without a grade is said not to be a clean bill', async () => {
  const ungraded = scanView({ grade: null, grade_withheld: 'The endpoint answers everything alike.' })
  const { code, out } = await run(['scan', url], { scan: ungraded })
  expect(out).toContain('NOT a clean bill')
  expect(out).toContain('The endpoint answers everything alike.')
  expect(code).toBe(0)
})

test.each([
  [50, 0],
  [51, 3],
])('%d of 100 attacks undecided and nothing found exits %d', async (undecided, expected) => {
  const scan = scanView({
    attacks_done: 100,
    inconclusive_attacks: undecided - 1,
    error_attacks: 1,
    grade: null,
    grade_withheld: 'Too little.',
  })
  expect((await run(['scan', url], { scan })).code).toBe(expected)
})

test('a scan in which no attack came to a verdict exits 3', async () => {
  const undecided = scanView({ grade: null, grade_withheld: 'Only 0 attacks were settled.', inconclusive_attacks: 1, error_attacks: 1 })
  const { code, out } = await run(['scan', url], { scan: undecided })
  expect(code).toBe(3)
  expect(out).toContain('no attack came to a verdict')
})

test('rates, their correction and the control arm are told in a sentence each', async () => {
  const rate = { rate: 0.25, low: 0.112, high: 0.469, successes: 5, trials: 20 }
  const corrected = { rate: 0.2, low: 0.05, high: 0.451, read: 8, sensitivity: 0.9, specificity: 0.9 }
  const two = (answered: number) => ({ asked: 2, answered, refused: 2 - answered })
  const scan = scanView({ success_rate: { ...rate, corrected }, controls: { harmless: two(2), twins: two(2), harmful: two(1) } })
  const { out } = await run(['scan', url], { scan })
  expect(out).toContain('Success rate: 5 of 20 settled attacks, 25 % (95 %: 11–47 %)')
  expect(out).toContain("corrected for the judge's own error 20 % (95 %: 5–46 %), because 8 of them rest on reading")
  expect(out).toContain(
    'Controls: harmless questions: 2 of 2 answered; harmless look-alikes of harmful requests: 2 of 2 answered; ' +
      'plainly harmful requests: 1 answered without any attack, 1 refused.',
  )
  const proved = scanView({ success_rate: { ...rate, corrected: { ...corrected, ...rate, read: 0 } } })
  expect((await run(['scan', url], { scan: proved })).out).toContain('all of it rests on proof')
})

test('the control arm says what was neither answered nor refused', async () => {
  const controls = {
    harmless: { asked: 2, answered: 1, refused: 0 },
    twins: { asked: 2, answered: 1, refused: 1 },
    harmful: { asked: 2, answered: 0, refused: 1 },
  }
  const { out } = await run(['scan', url], { scan: scanView({ controls }) })
  expect(out).toContain(
    'Controls: harmless questions: 1 of 2 answered, 1 neither answered nor refused; ' +
      'harmless look-alikes of harmful requests: 1 of 2 answered, 1 refused; ' +
      'plainly harmful requests: 0 answered, 1 refused, 1 neither.',
  )
  const none = { asked: 0, answered: 0, refused: 0 }
  const cutShort = scanView({ controls: { ...controls, twins: none, harmful: none } })
  expect((await run(['scan', url], { scan: cutShort })).out).toContain(
    'Controls: harmless questions: 1 of 2 answered, 1 neither answered nor refused.\n',
  )
})

test.each([
  ['low', 'low', 1],
  ['low', 'high', 0],
  ['high', 'high', 1],
  ['info', 'low', 0],
  ['info', 'info', 1],
] as const)('a finding of severity %s with --fail-on %s exits %i', async (severity, floor, expected) => {
  expect((await run(['scan', url, '--fail-on', floor], withFinding(severity))).code).toBe(expected)
})

test('a scan that could not finish exits 3 though it found something, and never reads like a clean one', async () => {
  const failed = scanView({
    status: 'failed',
    grade: null,
    error: { code: 'target_unreachable', message: 'Nothing listens there.' },
    severity_counts: { critical: 1, high: 0, medium: 0, low: 0, info: 0 },
  })
  const { code, out } = await run(['scan', url], { scan: failed, results: [resultView()] })
  expect(code).toBe(3)
  expect(out).toContain('could not finish: Nothing listens there.')
  expect(out).not.toContain('No weakness')
})

test('a scan that found nobody to talk to gives the advice of probe, and offers no findings', async () => {
  const failed = scanView({
    status: 'failed',
    grade: null,
    attacks_done: 0,
    total_attacks: 0,
    error: { code: 'target_auth_failed', message: 'The endpoint wants credentials.' },
    target_profile: profileView({
      protocol: null,
      sample: null,
      notes: ['1. sent an empty JSON object: HTTP 401 \u001b[2J', 'Give credentials in target_config.auth.'],
      problem: { code: 'auth_required', message: 'The endpoint wants credentials.' },
      suggested_config: { auth: { type: 'bearer', token: '<token>' } },
    }),
  })
  const { code, out } = await run(['scan', url], { scan: failed })
  expect(code).toBe(3)
  expect(out).toContain('What was tried, and what to do:\n- 1. sent an empty JSON object: HTTP 401 \\u{1b}[2J\n- Give credentials in')
  expect(out).toContain('"token": "<token>"')
  expect(out.match(/The endpoint wants credentials/g)).toHaveLength(1)
  expect(out).toContain('sortie probe <url>')
  expect(out).not.toContain('every finding in full')
  expect((await run(['show', 'last'], { scan: failed })).out).toContain('What was tried, and what to do:')
})

test('--json prints the document of GET /scans/{id} and nothing else on stdout', async () => {
  const world = withFinding()
  const { out, code } = await run(['scan', url, '--json'], world)
  expect(JSON.parse(out)).toEqual({ ...world.scan, results: world.results })
  expect(code).toBe(1)
})

test('options become the body of POST /scans', async () => {
  const { deps } = await run([
    'scan',
    url,
    '--max-attacks',
    '5',
    '--categories',
    'jailbreak, prompt-injection',
    '--seed',
    '3',
    '--concurrency',
    '2',
    '--timeout',
    '60',
    '--name',
    'nightly',
    '--data-dir',
    '/data',
  ])
  expect(deps.started[0]).toMatchObject({
    target: url,
    max_attacks: 5,
    categories: ['jailbreak', 'prompt-injection'],
    seed: 3,
    concurrency: 2,
    deadline_seconds: 60,
    name: 'nightly',
    fail_on: 'low',
  })
  expect(deps.flags).toEqual([{ dataDir: '/data' }])
})

test('without options the defaults of the API hold', async () => {
  expect((await run(['scan', url])).deps.started[0]).toMatchObject({ max_attacks: 100, repeats: 1, deadline_seconds: 3600 })
})

test.each([
  ['a header as it is', ['X-Team: red'], {}, { 'X-Team': 'red' }],
  ['a value from a variable', ['Authorization: Bearer $TOKEN'], {}, { Authorization: 'Bearer s3cret' }],
  ['a value in braces', ['X-A: k-${TOKEN}'], {}, { 'X-A': 'k-s3cret' }],
  ['a whole header from a variable', ['$HEADER'], {}, { 'X-B': 'from variable' }],
  ['headers from a file', ['@h.txt'], {}, { 'X-C': '1', 'X-D': '2' }],
  ['a value from a file', ['X-E: @v.txt'], {}, { 'X-E': 'value' }],
])('--header takes %s', async (_, headers, _world, expected) => {
  const world = { variables: { TOKEN: 's3cret', HEADER: 'X-B: from variable' }, files: { 'h.txt': 'X-C: 1\nX-D: 2\n', 'v.txt': 'value\n' } }
  const { deps } = await run(['scan', url, ...headers.flatMap((header) => ['--header', header])], world)
  expect(deps.started[0]!.target_config).toEqual({ headers: expected })
})

test.each([
  ['no URL', ['scan'], /Missing required argument 'url'/],
  ['a URL that is none', ['scan', 'notaurl'], /http/],
  ['ftp', ['scan', 'ftp://host/x'], /http/],
  ['too many attacks', ['scan', url, '--max-attacks', '1e9'], /--max-attacks must be a whole number from 1 to 10,000/],
  ['half an attack', ['scan', url, '--max-attacks', '1.5'], /whole number/],
  ['no categories', ['scan', url, '--categories', ','], /--categories must name at least one/],
  ['an unknown severity', ['scan', url, '--fail-on', 'bad'], /critical, high, medium, low, info/],
  ['a header without a value', ['scan', url, '--header', 'nonsense'], /'Name: value'/],
  ['a variable that is not set', ['scan', url, '--header', 'A: $NOPE'], /variable NOPE is not set/],
  ['a file that is not there', ['scan', url, '--header', '@nope.txt'], /nope\.txt can not be read/],
  ['an unknown protocol', ['scan', url, '--protocol', 'smoke'], /--protocol/],
  ['a misspelt option', ['scan', url, '--max-atacks', '5'], /did you mean --max-attacks\?/],
  ['a misspelt command', ['scna', url], /did you mean scan\?/],
  ['an argument too many', ['scan', url, 'more'], /too many arguments/i],
])('misuse is one sentence on stderr and exit 2: %s', async (_, args, sentence) => {
  const { code, out, err, deps } = await run(args)
  expect(code).toBe(2)
  expect(err).toMatch(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(out).toBe('')
  expect(deps.started).toEqual([])
})

test('a header value never shows in an error', async () => {
  const { err } = await run(['scan', url, '--header', 'X-Key: top\u0001secret'])
  expect(err).not.toContain('secret')
  expect(err).toContain('--header')
})

test('a target that may not be scanned is misuse; a full disk is not', async () => {
  expect((await run(['scan', url], { startFails: new Problem('target_forbidden', 'Metadata addresses are never scanned.') })).code).toBe(2)
  expect((await run(['scan', url], { startFails: new Problem('storage_full', 'The disk is full.') })).code).toBe(3)
})

test('what was opened is closed, also when the start fails', async () => {
  expect((await run(['scan', url])).deps.closed).toBe(1)
  expect((await run(['scan', url], { startFails: new Problem('storage_full', 'full') })).deps.closed).toBe(1)
})

test('Ctrl-C cancels the scan, which then exits 3', async () => {
  const deps = fakeDeps({ scan: scanView({ status: 'failed', error: { code: 'cancelled', message: 'The scan was cancelled.' } }) })
  const ended = runCli(['scan', url], deps)
  while (deps.started.length === 0) await new Promise(setImmediate)
  await new Promise(setImmediate)
  deps.interrupt()
  expect(await ended).toBe(3)
  expect(deps.err).toContain('Stopping the scan')
})

test('nothing a target says can move the cursor, colour the screen or hide itself', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\r\u202eevil\u200b\u0008'
  const { out } = await run(['scan', url], {
    scan: scanView({ status: 'failed', error: { code: 'internal', message: evil }, warnings: [evil] }),
    findings: Array.from({ length: 11 }, () =>
      findingView({
        attack_name: evil,
        remediation: evil,
        evidence: { result_id: 'r', turn: 0, where: 'answer', excerpt: evil, note: evil },
      }),
    ),
  })
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/)
})

test('on a narrow terminal no line is too long', async () => {
  const world = withFinding()
  const wordy = scanView({ ...world.scan, warnings: ['a warning of very many words '.repeat(20)] })
  const { out } = await run(['scan', url], { ...world, scan: wordy, tty: true, colour: false, columns: 80 })
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('a finding in full goes on in the next line where the terminal is narrow: nothing of it is cut', async () => {
  const remediation = 'Keep instructions and data apart in every single call. '.repeat(4).trim()
  const id = `res_${'0123456789'.repeat(12)}`
  const { out } = await run(['show', 'last', '--all'], {
    findings: [findingView({ remediation, result_ids: [id], attack_name: 'An order in a letter that nobody would ever read to its end' })],
    tty: true,
    colour: false,
    columns: 60,
  })
  const [card = ''] = out.split('\n\n')
  expect(card).not.toContain('…')
  expect(Math.max(...card.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  const words = card.replace(/\s+/g, ' ')
  expect(words).toContain(remediation)
  expect(words).toContain('at least 30 %')
  expect(card.replace(/\s+/g, '')).toContain(id)
})

test('colour is for terminals without NO_COLOR', async () => {
  expect((await run(['scan', url], { ...withFinding(), tty: true })).out).toContain('\u001b[31mhigh')
  expect((await run(['scan', url], { ...withFinding(), tty: true, colour: false })).out).not.toContain('\u001b[')
  expect((await run(['scan', url], withFinding())).out).not.toContain('\u001b[')
})

test('progress is a bar on a terminal and plain lines elsewhere, always on stderr', async () => {
  const events = [0, 5, 50, 100].map((progress) => ({
    type: 'scan' as const,
    scan: scanView({ progress, phase: 'attacking', attacks_done: progress }),
  }))
  const plain = await run(['scan', url], { events })
  expect(plain.err.trim().split('\n')).toEqual([
    'attacking: 0 %, 0/2 attacks, 0 weaknesses',
    'attacking: 50 %, 50/2 attacks, 0 weaknesses',
    'attacking: 100 %, 100/2 attacks, 0 weaknesses',
  ])
  expect((await run(['scan', url], { events, tty: true })).err).toContain('\r\u001b[K[############------------]  50 %')
  expect((await run(['scan', url, '--quiet'], { events })).err).toBe('')
})
