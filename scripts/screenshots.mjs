import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { build } from './build.mjs'
import { runScript, Sentence } from './sentence.mjs'

const usage = 'npm run screenshots -- [--only=stores,dashboard]'

// Takes the pictures of client/docs/screens.md from a console with demo data.
await runScript(async () => {
  const names = readNames(process.argv.slice(2))
  await bootstrap()
  await build()
  const { takeScreenshots } = await import('./screenshots/takeScreenshots.ts')
  await takeScreenshots(names)
  process.exit(0)
})

/** The pictures to take; null for all. @param {string[]} args */
function readNames(args) {
  try {
    const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
    return values.only?.split(',') ?? null
  } catch {
    throw new Sentence(`Unknown arguments: ${args.join(' ')}. Use ${usage}.`)
  }
}
