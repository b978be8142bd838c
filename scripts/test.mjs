import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { runInTerminal } from './commands.mjs'
import { formatCounts, findRetriedTests, countResults } from './testReport.mjs'
import { runScript } from './userError.mjs'

const checks = [
  { name: 'Type check', command: 'tsc', args: ['--noEmit'] },
  { name: 'Lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'Format check', command: 'oxfmt', args: ['--check'] },
  {
    name: 'Spelling',
    command: 'cspell',
    args: ['lint', '--no-progress', '--cache', '--cache-location', '.cache/cspell'],
  },
]

const reportFile = join(root, '.cache', 'vitest.json')

const pureTests = ['--project', 'node', 'tests/unit/', 'tests/model/']

/**
 * Runs the checks and tests: all of them by default, checks and pure tests with `--check`, or the
 * tests selected by other arguments.
 * @param {string[]} args
 */
async function runTests(args) {
  const isCheck = args[0] === '--check'
  /** @type {string[]} */
  const summary = []
  const total = { passed: 0, failed: 0 }
  const addCheck = (/** @type {string} */ name, /** @type {boolean} */ passed) => {
    summary.push(`${passed ? '✓' : '✗'} ${name}`)
    total[passed ? 'passed' : 'failed'] += 1
  }

  if (isCheck || args.length === 0) {
    // The checks run in parallel; the first one uses only one core.
    const codes = checks.map(({ command, args: toolArgs }) => runTool(command, toolArgs))
    for (const [index, { name }] of checks.entries()) addCheck(name, (await codes[index]) === 0)
  }
  // The code for full runs reads this setting: `chooseDatabases` in `tests/api/support/databases.ts` and
  // `preparedAtStart` in `tests/support/prerequisites.ts`.
  if (args.length === 0) {
    process.env['WHOLE_SUITE'] = '1'
    process.env['TMPDIR'] ??= chooseScratchFolder()
  }
  const counts = await runVitest(isCheck ? [...pureTests, ...args.slice(1)] : args)
  total.passed += counts.passed
  total.failed += counts.failed
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  summary.push(`${counts.failed === 0 ? '✓' : '✗'} Tests: ${formatCounts(counts)}${skipped}`)
  for (const name of counts.retried) summary.push(`! Passed only on retry: ${name}`)

  console.log(`\n${summary.join('\n')}\n\n${formatCounts(total)}`)
  return total.failed === 0 ? 0 : 1
}

/**
 * Returns the folder in which tests create hundreds of databases. Memory is 20 times as fast, if
 * the machine has enough to spare.
 */
function chooseScratchFolder() {
  const [memoryFolder, requiredBytes] = ['/dev/shm', 8 * 2 ** 30]
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  const hasRoom = Math.min(bavail * bsize, process.availableMemory() / 2) > requiredBytes
  return hasRoom ? memoryFolder : tmpdir()
}

/** @param {string[]} args */
async function runVitest(args) {
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await runTool('vitest', ['run', ...reporters, ...args])
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null
  return { ...countResults(report, code), retried: findRetriedTests(report) }
}

/** @param {string} name @param {string[]} args */
function runTool(name, args) {
  return runInTerminal(join(root, 'node_modules', '.bin', name), args)
}

await runScript(async () => {
  await bootstrap()
  process.chdir(root)
  process.exit(await runTests(process.argv.slice(2)))
})
