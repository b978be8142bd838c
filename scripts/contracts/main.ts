import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import type { Recorded } from '../standIns/recordTraffic.ts'
import { runScript, Sentence } from '../sentence.mjs'
import { hold, readDocuments } from './checkTraffic.ts'
import { mistakes } from './knownMistakes.ts'

/** Documents of our own, for providers that publish none. Each says what it's written from. */
const writtenFolder = join(import.meta.dirname, 'ownDocuments')

const usage =
  "Usage: npm run contracts -- FOLDER, where FOLDER is the folder that contains the providers' API documents."

/**
 * Runs the tests that use stand-ins, and checks the recorded traffic against the API documents in a
 * folder. The name of each document begins with its provider's name (`adyen-checkout.json`).
 */
await runScript(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Sentence(`The folder is missing. ${usage}`)
  if (!existsSync(folder)) throw new Sentence(`The folder "${folder}" doesn't exist. ${usage}`)
  const documents = readDocuments(folder)
  if (documents.length === 0)
    throw new Sentence(`The folder "${folder}" contains no API documents. ${usage}`)
  const all = [...documents, ...readDocuments(writtenFolder)]
  const { held, broken, faults, unknown } = hold(all, await recorded())
  for (const { document, at, why } of mistakes)
    console.log(`Ignored a known mistake in ${document} at ${at}: ${why}`)
  for (const [what, times] of unknown)
    console.log(`Not in any document: ${what} (${countTimes(times)})`)
  for (const [what, times] of faults) console.log(`Broken: ${what} (${countTimes(times)})`)
  console.log(`${held} valid, ${broken} broken`)
  if (held === 0)
    throw new Sentence('Nothing was checked because none of the calls are in the documents.')
  process.exitCode = broken === 0 ? 0 : 1
})

const countTimes = (times: number) => (times === 1 ? 'once' : `${times} times`)

async function recorded(): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
  const file = join(folder, 'recorded.ndjson')
  const run = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'node', '--reporter=dot', ...askers()],
    {
      // Each test runs on one database: the other one would only record the same traffic.
      env: { ...process.env, RECORDED: file, WHOLE_SUITE: '1' },
      stdio: 'inherit',
    },
  )
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  rmSync(folder, { recursive: true })
  if (run.status !== 0)
    throw new Sentence('Tests that use stand-ins failed. Their errors are above.')
  const all = lines.map((line): Recorded => JSON.parse(line))
  return all.filter(({ provider }) => provider !== 'control')
}

/** Returns the tests that start a stand-in, directly or through an import. */
function askers(): string[] {
  const files = globSync('tests/**/*.ts')
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const findImporters = (names: string[]): string[] =>
    files.filter((file) => names.some((name) => texts.get(file)?.includes(name)))
  let found = findImporters(['scripts/standIns/'])
  for (;;) {
    const more = findImporters(found.filter(isSupport).map((file) => `/${basename(file)}'`))
    const all = [...new Set([...found, ...more])]
    if (all.length === found.length) break
    found = all
  }
  return found.filter((file) => /^tests\/(api|unit)\/.*\.test\.ts$/.test(file))
}

function isSupport(file: string): boolean {
  return !file.endsWith('.test.ts')
}
