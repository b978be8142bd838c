import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { build } from './build.mjs'
import { runScript, UserError } from './userError.mjs'

const usage = 'npm run screenshots -- [--only=stores,dashboard] [--out=FOLDER]'

// Takes the screenshots of client/docs/screens.md from a console with demo data.
await runScript(async () => {
  const { names, folder } = readArguments(process.argv.slice(2))
  await bootstrap()
  await build()
  const { takeScreenshots } = await import('./screenshots/takeScreenshots.ts')
  await takeScreenshots(names, folder)
  process.exit(0)
})

/**
 * Returns the names of the screenshots to take, or null for all, and the folder for them.
 * @param {string[]} args
 */
function readArguments(args) {
  const options = /** @type {const} */ ({ only: { type: 'string' }, out: { type: 'string' } })
  try {
    const { only, out } = parseArgs({ args, options }).values
    return { names: only?.split(',') ?? null, folder: out ?? join(root, 'client/docs/screens') }
  } catch {
    throw new UserError(`Unknown arguments: ${args.join(' ')}. Use ${usage}.`)
  }
}
