import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import type { TrafficEntry } from '../mockProviders/recordTraffic.ts'
import { runScript, UserError } from '../userError.mjs'
import { checkTraffic } from './checkTraffic.ts'
import { knownMistakes } from './knownMistakes.ts'
import { readDocuments } from './readDocuments.ts'

/** Documents of our own, for providers that publish none. Each one names its source. */
const ownDocumentsFolder = join(import.meta.dirname, 'ownDocuments')

const usage =
  "Usage: npm run contracts -- FOLDER, where FOLDER is the folder that contains the providers' API documents."

/**
 * Runs the tests that use mock providers, and checks the recorded traffic against the API documents in a
 * folder. The name of each document begins with its provider's name (`adyen-checkout.json`).
 */
await runScript(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new UserError(`The folder is missing. ${usage}`)
  if (!existsSync(folder)) throw new UserError(`The folder "${folder}" doesn't exist. ${usage}`)
  const documents = readDocuments(folder)
  if (documents.length === 0)
    throw new UserError(`The folder "${folder}" contains no API documents. ${usage}`)
  const all = [...documents, ...readDocuments(ownDocumentsFolder)]
  const { validCount, brokenCount, violations, uncovered } = checkTraffic(
    all,
    await recordTestTraffic(),
  )
  for (const { document, pointer, reason } of knownMistakes)
    console.log(`Ignored a known mistake in ${document} at ${pointer}: ${reason}`)
  for (const [subject, times] of uncovered)
    console.log(`Not in any document: ${subject} (${countTimes(times)})`)
  for (const [subject, times] of violations)
    console.log(`Broken: ${subject} (${countTimes(times)})`)
  console.log(`${validCount} valid, ${brokenCount} broken`)
  if (validCount === 0)
    throw new UserError('Nothing was checked because none of the calls are in the documents.')
  process.exitCode = brokenCount === 0 ? 0 : 1
})

const countTimes = (times: number) => (times === 1 ? 'once' : `${times} times`)

async function recordTestTraffic(): Promise<TrafficEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
  const file = join(folder, 'recorded.ndjson')
  const run = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'node', '--reporter=dot', ...findTestsWithMockProviders()],
    {
      // Each test runs on one database: the other one would only record the same traffic.
      env: { ...process.env, TRAFFIC_FILE: file, WHOLE_SUITE: '1' },
      stdio: 'inherit',
    },
  )
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  rmSync(folder, { recursive: true })
  if (run.status !== 0)
    throw new UserError('Tests that use mock providers failed. Their errors are above.')
  const all = lines.map((line): TrafficEntry => JSON.parse(line))
  return all.filter(({ provider }) => provider !== 'control')
}

/** Returns the tests that start a mock provider, directly or through an import. */
function findTestsWithMockProviders(): string[] {
  const files = globSync('tests/**/*.ts')
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const findImporters = (names: string[]): string[] =>
    files.filter((file) => names.some((name) => texts.get(file)?.includes(name)))
  let matches = findImporters(['scripts/mockProviders/'])
  for (;;) {
    const more = findImporters(matches.filter(isSupport).map((file) => `/${basename(file)}'`))
    const all = [...new Set([...matches, ...more])]
    if (all.length === matches.length) break
    matches = all
  }
  return matches.filter((file) => /^tests\/(api|unit)\/.*\.test\.ts$/.test(file))
}

function isSupport(file: string): boolean {
  return !file.endsWith('.test.ts')
}
