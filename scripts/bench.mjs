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
  load: async () => (await import('./bench/firstLoad.ts')).firstLoad,
  slow: async () => (await import('./bench/slowNetwork.ts')).slowNetwork,
  proxy: async () => (await import('./bench/proxy.ts')).proxy,
  heldUp: async () => (await import('./bench/heldUp.ts')).heldUp,
  pages: async () => (await import('./bench/pages.ts')).pages,
  memory: async () => (await import('./bench/memory.ts')).memory,
  replicas: async () => (await import('./bench/replicas.ts')).replicas,
  uploads: async () => (await import('./bench/uploads.ts')).uploads,
  lists: async () => (await import('./bench/lists.ts')).lists,
  search: async () => (await import('./bench/search.ts')).search,
  memberPage: async () => (await import('./bench/memberPage.ts')).memberPage,
  exports: async () => (await import('./bench/exports.ts')).exports,
  bulk: async () => (await import('./bench/bulk.ts')).bulk,
  times: async () => (await import('./bench/times.ts')).times,
  scale: async () => (await import('./bench/scale.ts')).scale,
  tests: async () => (await import('./bench/times.ts')).tests,
}

const usage = `npm run bench -- [--only=${Object.keys(parts).join(',')}] [--scale=0.1] [--folder=FOLDER] [--with-tests]`

/** Parts that run only if they are named, because they take long. */
const partsOnRequest = ['scale']

await runScript(async () => {
  const { chosen, ...options } = readArguments(process.argv.slice(2))
  await bootstrap()
  await build()
  const { table } = await import('./bench/table.ts')
  const rows = []
  for (const name of chosen) {
    console.log(`Measuring: ${name}`)
    const part = await parts[name]?.()
    rows.push(...((await part?.(options)) ?? []))
  }
  console.log(`\n${table(rows)}\n\nNode ${process.version}, ${cpus().length} cores`)
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
    const chosen = values.only?.split(',') ?? all
    const { scale, folder } = values
    if (chosen.every((name) => name in parts)) return { chosen, scale, folder }
  } catch {
    // The error below covers it.
  }
  throw new UserError(`Unknown arguments: ${args.join(' ')}. Use ${usage}.`)
}
