import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import type { Recorded } from '../standIns/recording.ts'
import { runScript, Sentence } from '../sentence.mjs'
import { hold, readDocuments } from './hold.ts'
import { mistakes } from './mistakes.ts'

const usage = 'npm run contracts -- FOLDER, the folder of the providers’ documents'

/**
 * Runs the tests that ask stand-ins, and holds what passed between them and us to the documents of a folder: a document is
 * of the provider whose name its file begins with (`adyen-checkout.json`).
 */
await runScript(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder || !existsSync(folder)) throw new Sentence(`There is no such folder. ${usage}`)
  const documents = readDocuments(folder)
  if (documents.length === 0) throw new Sentence(`${folder} holds no document. ${usage}`)
  const { held, broken, faults, unknown } = hold(documents, await recorded())
  for (const { document, at, why } of mistakes) console.log(`Left out of ${document}: ${at} ${why}`)
  for (const [what, times] of unknown) console.log(`In no document: ${what} (${times})`)
  for (const [what, times] of faults) console.log(`Broken: ${what} (${times})`)
  console.log(`${held} held, ${broken} broken`)
  if (held === 0) throw new Sentence('Nothing was held to a document.')
  process.exitCode = broken === 0 ? 0 : 1
})

async function recorded(): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
  const file = join(folder, 'recorded.ndjson')
  const run = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'node', '--reporter=dot', ...askers()],
    {
      env: { ...process.env, RECORDED: file },
      stdio: 'inherit',
    },
  )
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  rmSync(folder, { recursive: true })
  if (run.status !== 0) throw new Sentence('The tests that ask stand-ins fail: see above.')
  const all = lines.map((line): Recorded => JSON.parse(line))
  return all.filter(({ provider }) => provider !== 'control')
}

/** The tests that start a stand-in, by themselves or by what they import. */
function askers(): string[] {
  const files = globSync('tests/**/*.ts')
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const importing = (names: string[]): string[] =>
    files.filter((file) => names.some((name) => texts.get(file)?.includes(name)))
  let found = importing(['scripts/standIns/'])
  for (;;) {
    const more = importing(found.filter(isSupport).map((file) => `/${basename(file)}'`))
    const all = [...new Set([...found, ...more])]
    if (all.length === found.length) break
    found = all
  }
  return found.filter((file) => /^tests\/(api|unit)\/.*\.test\.ts$/.test(file))
}

function isSupport(file: string): boolean {
  return !file.endsWith('.test.ts')
}
