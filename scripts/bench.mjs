import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { build } from './build.mjs'
import { runScript, UserError } from './userError.mjs'

/** @typedef {import('./bench/scale.ts').ScaleOptions} Options */
/** @typedef {(options: Options) => Promise<import('./bench/table.ts').Row[]>} Part */

/**
 * The parts by name. Each is imported, with its dependencies, when it runs.
 * @type {Record<string, () => Promise<Part>>}
 */
const parts = {
  load: async () => (await import('./bench/firstLoad.ts')).runFirstLoadBench,
  slow: async () => (await import('./bench/slowNetwork.ts')).runSlowNetworkBench,
  proxy: async () => (await import('./bench/proxy.ts')).runProxyBench,
  heldUp: async () => (await import('./bench/stalledRequests.ts')).runStalledRequestsBench,
  pages: async () => (await import('./bench/pages.ts')).runPagesBench,
  memory: async () => (await import('./bench/memory.ts')).runMemoryBench,
  replicas: async () => (await import('./bench/replicas.ts')).runReplicasBench,
  uploads: async () => (await import('./bench/uploads.ts')).runUploadsBench,
  lists: async () => (await import('./bench/lists.ts')).runListsBench,
  search: async () => (await import('./bench/search.ts')).runSearchBench,
  memberPage: async () => (await import('./bench/memberPage.ts')).runMemberPageBench,
  exports: async () => (await import('./bench/exports.ts')).runExportsBench,
  bulk: async () => (await import('./bench/bulk.ts')).runBulkBench,
  times: async () => (await import('./bench/times.ts')).runTimesBench,
  scale: async () => (await import('./bench/scale.ts')).runScaleBench,
  tests: async () => (await import('./bench/times.ts')).runTestsBench,
}

const usage = `npm run bench -- [--only=${Object.keys(parts).join(',')}] [--scale=0.1] [--folder=FOLDER] [--with-tests]`

/** Parts that run only if they are named, because they take long. */
const partsOnRequest = ['scale']

await runScript(async () => {
  const { selected, ...options } = readArguments(process.argv.slice(2))
  await bootstrap()
  await build()
  const { formatTable } = await import('./bench/table.ts')
  const rows = []
  for (const name of selected) {
    console.log(`Measuring: ${name}`)
    const part = await parts[name]?.()
    rows.push(...((await part?.(options)) ?? []))
  }
  console.log(`\n${formatTable(rows)}\n\nNode ${process.version}, ${cpus().length} cores`)
  process.exit(0)
})

/** Returns the selected parts, by default all that don't take long, and their options. @param {string[]} args */
function readArguments(args) {
  const options = /** @type {const} */ ({
    only: { type: 'string' },
    scale: { type: 'string' },
    folder: { type: 'string' },
    'with-tests': { type: 'boolean' },
  })
  try {
    const { values } = parseArgs({ args, options })
    const all = Object.keys(parts).filter((name) =>
      name === 'tests' ? values['with-tests'] : !partsOnRequest.includes(name),
    )
    const selected = values.only?.split(',') ?? all
    const { scale, folder } = values
    if (selected.every((name) => name in parts)) return { selected, scale, folder }
  } catch {
    // The error below covers it.
  }
  throw new UserError(`Unknown arguments: ${args.join(' ')}. Use ${usage}.`)
}
