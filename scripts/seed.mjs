import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { runScript, UserError } from './userError.mjs'

const options = {
  stores: { least: 1, most: 100_000 },
  members: { least: 0, most: 20_000_000 },
  orders: { least: 0, most: 50_000_000 },
  days: { least: 1, most: 366 },
  seed: { least: 0, most: 2 ** 31 - 1 },
}

/** @typedef {keyof typeof options} Option */

const usage = 'npm run seed -- --stores 5000 --members 1000000 [--orders N] [--days 90] [--seed 7]'

// Adds demo data to the platform's database, as set by DATABASE_URL or DATA_DIR.
await runScript(async () => {
  await bootstrap()
  const { seed, ...size } = addDefaults(readArguments(process.argv.slice(2)))
  const { seedDatabase } = await import('#server/platform/seed/seedDatabase.ts')
  const progress = createRowProgress(performance.now())
  const rows = await seedDatabase(process.env, { size, seed, onRows: progress.print }).catch(
    (/** @type {unknown} */ error) => {
      const isUserError = error instanceof Error && error.name === 'StartupError'
      throw isUserError ? new UserError(error.message, { cause: error }) : error
    },
  )
  console.log(`Added ${progress.format(rows)}, with all indexes.`)
})

/** @param {Partial<Record<Option, number>>} values */
function addDefaults({ stores = 240, members = stores * 80, ...rest }) {
  const { orders = Math.min(members * 3, 1_000_000), days = 90, seed = 7 } = rest
  return { stores, members, orders, days, seed, logs: stores * 25 }
}

/** @param {string[]} args @returns {Partial<Record<Option, number>>} */
function readArguments(args) {
  const optionTypes = Object.fromEntries(
    Object.keys(options).map((name) => [name, { type: /** @type {const} */ ('string') }]),
  )
  /** @type {Record<string, unknown>} */
  let values
  try {
    values = parseArgs({ args, options: optionTypes }).values
  } catch {
    throw new UserError(`Unknown arguments: ${args.join(' ')}. Use ${usage}.`)
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { least: min, most: max } = options[/** @type {Option} */ (name)]
      const number = Number(value)
      if (/^\d+$/.test(String(value)) && number >= min && number <= max) return [name, number]
      throw new UserError(`--${name} must be a whole number from ${min} to ${max}, not "${value}".`)
    }),
  )
}

/** @param {number} startedAt */
function createRowProgress(startedAt) {
  let printedAt = startedAt
  const formatProgress = (/** @type {number} */ rows) => {
    const seconds = (performance.now() - startedAt) / 1000
    const rate = Math.round(rows / seconds)
    return `${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(1)} s (${rate.toLocaleString('en-US')} rows/s)`
  }
  return {
    format: formatProgress,
    print(/** @type {number} */ rows) {
      if (performance.now() - printedAt < 2000) return
      printedAt = performance.now()
      console.log(formatProgress(rows))
    },
  }
}
