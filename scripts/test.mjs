import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { runInTerminal } from './commands.mjs'
import { closingLine, tallyOf } from './report.mjs'
import { runScript } from './sentence.mjs'

const checks = [
  { name: 'Type check', command: 'tsc', args: ['--noEmit'] },
  { name: 'Lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'Format check', command: 'oxfmt', args: ['--check'] },
]

const reportFile = join(root, '.cache', 'vitest.json')

/**
 * Runs every check and test, or, with arguments for vitest, the tests they choose; ends with the
 * closing line and an exit code that agrees with it.
 *
 * @param {string[]} vitestArgs
 */
async function test(vitestArgs) {
  const { ensureBrowser, ensureNginx, ensurePostgres } = await import('./testMachine.mjs')
  /** @type {string[]} */
  const summary = []
  const total = { passed: 0, failed: 0 }
  const note = (/** @type {string} */ name, /** @type {boolean} */ passed) => {
    summary.push(`${passed ? '✓' : '✗'} ${name}`)
    total[passed ? 'passed' : 'failed'] += 1
  }

  const browser = await ensureBrowser()
  if (browser === null) note('A browser to test with', false)
  const hasPostgres = await ensurePostgres()
  if (!hasPostgres && process.env['CI']) note('A PostgreSQL server to test with', false)
  if (!(await ensureNginx())) note('An nginx to test with', false)

  for (const { name, command, args } of vitestArgs.length > 0 ? [] : checks) {
    console.log(`\n${name}`)
    note(name, (await runTool(command, args)) === 0)
  }
  const tally = await runVitest(vitestArgs, browser)
  total.passed += tally.passed
  total.failed += tally.failed
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
  summary.push(`${tally.failed === 0 ? '✓' : '✗'} Tests: ${closingLine(tally)}${skipped}`)

  console.log(`\n${summary.join('\n')}\n\n${closingLine(total)}`)
  return total.failed === 0 ? 0 : 1
}

/**
 * @param {string[]} args
 * @param {string | null} browser
 */
async function runVitest(args, browser) {
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await runTool('vitest', ['run', ...reporters, ...args], {
    ...process.env,
    // Found once here, so that not every test file tries the candidates again.
    ...(browser ? { CHROMIUM_PATH: browser } : {}),
  })
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null
  return tallyOf(report, code)
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function runTool(name, args, env) {
  return runInTerminal(join(root, 'node_modules', '.bin', name), args, env)
}

await runScript(async () => {
  await bootstrap()
  process.chdir(root)
  process.exit(await test(process.argv.slice(2)))
})
