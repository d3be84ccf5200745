// What `npm test` runs: types, lint, then every test. Ends with one line that counts them.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (name, ...args) => spawnSync(name, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
const report = join(tmpdir(), `sortie-tests-${process.pid}.json`)

const checks = [
  ['types', run('tsc', '--noEmit')],
  ['lint', run('biome', 'check', '--error-on-warnings', '.')],
]
const tests = run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2))

const failedChecks = checks.filter(([, status]) => status !== 0)
for (const [name] of failedChecks) console.error(`${name}: failed`)
const counted = readCounts()
console.log(`${counted.passed + checks.length - failedChecks.length} passed, ${counted.failed + failedChecks.length} failed`)
process.exit(tests === 0 && failedChecks.length === 0 ? 0 : 1)

/** A run that left no report counts as one failure: silence is not a pass. */
function readCounts() {
  try {
    const { numPassedTests, numTotalTests, success } = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numTotalTests - numPassedTests) }
  } catch (error) {
    console.error(`The test report could not be read: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}
