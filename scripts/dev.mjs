import { readFileSync, statSync, watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { announce } from './announce.mjs'
import { bootstrap, root } from './bootstrap.mjs'
import { filesBelow, writeBuilt } from './build.mjs'
import { settingsOfPrograms, startProgram } from './programs.mjs'
import { runScript, Sentence } from './sentence.mjs'
import { stop, stopSignals } from './stopping.mjs'

/** @typedef {import('./bundles.ts').BundleName} BundleName */
/** @typedef {import('./programs.mjs').Program} Program */

/** Apart from `dist/`, so that `npm start` and `npm test` beside it keep their own build. */
const options = { out: join(root, '.cache', 'dev'), production: false }

const watched = ['client', 'machines', 'server', 'shared']
const platformEntry = 'server/platform/main.ts'

/** What a changed file is part of; the first row that matches counts. @type {[path: RegExp, parts: BundleName[]][]} */
const partsOf = [
  [/^server\/platform\//, ['platform']],
  [/^server\//, ['server']],
  [/^client\/.*\.css\.ts$/, ['client', 'style', 'server']],
  [/^(client|machines)\//, ['client', 'server']],
  [/^shared\//, ['client', 'server', 'platform']],
]

/** An editor's save is several events; they come within this time. */
const settledAfterMs = 20

/**
 * The console on an unminified build, the platform from its sources; a change restarts the program concerned.
 * @param {NodeJS.ProcessEnv} given
 */
async function develop(given) {
  const { builtFiles, createBundler } = await import('./bundles.ts')
  const { bundle } = createBundler(options)
  const asked = stopSignals()
  const standIns = process.argv.includes('--stand-ins') ? startStandIns(given) : null
  const settings = { ...(await standIns?.settings), ...given }
  const { consoleUrl, consoleSettings, platformSettings } = await settingsOfPrograms(settings)
  const startPlatform = () =>
    platformSettings &&
    startProgram('platform', platformEntry, platformSettings, ['--import', 'tsx'])
  const startConsole = () =>
    startProgram('console', join(options.out, 'server/main.js'), consoleSettings)

  // From before the first build on: what is changed while it runs must not be lost.
  const changes = changedPaths()
  await rm(options.out, { recursive: true, force: true })
  let platform = startPlatform()
  let bundles = await bundle(['client', 'style', 'server'])
  await write()
  let front = startConsole()
  let restarting = listeningOrEnded(platform)
  await listeningOrEnded(front)
  void announce(front, platform, { consoleUrl, apiBaseUrl: consoleSettings.API_BASE_URL })

  for (;;) {
    const paths = await Promise.race([asked.first, changes.next()])
    if (paths === 'signal') break
    const began = performance.now()
    const stale = staleParts(paths)
    if (stale.delete('platform')) restarting = restarting.then(restartPlatform)
    const rebuilt = await bundle([...stale]).catch(untilTheNextChange)
    if (rebuilt) {
      bundles = { ...bundles, ...rebuilt }
      await write()
    }
    if (rebuilt?.server) {
      front.kill('SIGKILL') // It holds nothing, and draining takes seconds.
      await front.ended
      front = startConsole()
      await listeningOrEnded(front)
    }
    console.log(`Rebuilt in ${Math.round(performance.now() - began)} ms`)
  }
  await restarting
  await stop(front, platform, asked.second)
  standIns?.kill('SIGTERM')

  async function write() {
    const { assets, programs } = builtFiles(bundles, options.out)
    await Promise.all([...assets, ...programs].map(writeBuilt))
  }

  async function restartPlatform() {
    platform?.kill('SIGTERM') // Lets go of its data folder before the next one takes it.
    await platform?.ended
    platform = startPlatform()
    await listeningOrEnded(platform)
  }
}

/** The stand-ins of providers, and the platform's settings that lead to them. @param {NodeJS.ProcessEnv} settings */
function startStandIns(settings) {
  const { listening, ended, kill } = startProgram(
    'stand-ins',
    'scripts/standIns/main.ts',
    settings,
    ['--import', 'tsx'],
  )
  const ending = ended.then(({ reason }) => Promise.reject(new Sentence(reason)))
  ending.catch(() => undefined) // Ended by us, or told below.
  return { kill, settings: Promise.race([listening, ending]).then((told) => told.settings) }
}

/** @param {string[]} paths @returns {Set<BundleName>} */
function staleParts(paths) {
  const parts = paths.flatMap((path) => partsOf.find(([pattern]) => pattern.test(path))?.[1] ?? [])
  return new Set(paths.some(isReadByStyles) ? [...parts, 'style'] : parts)
}

/** @param {string} path */
const isReadByStyles = (path) =>
  path.startsWith('shared/') &&
  filesBelow(join(root, 'client')).some(
    (file) => file.endsWith('.css.ts') && readFileSync(file, 'utf8').includes(`#${path}`),
  )

/** A program that ends in its start says why; the next change starts it again. @param {Program | null} program */
async function listeningOrEnded(program) {
  const end = await Promise.race([program?.listening, program?.ended])
  if (end && 'reason' in end) console.error(end.reason)
}

/** @param {unknown} error */
function untilTheNextChange(error) {
  if (!(error instanceof Sentence)) throw error
  console.error(error.message)
  return null
}

/** The paths that changed since it was called or last told. An event names the wrong one where a file is replaced. */
function changedPaths() {
  let before = snapshot()
  let changed = Promise.withResolvers()
  // The first time it looks without an event: watching may have begun after a change.
  changed.resolve(undefined)
  for (const folder of watched) {
    watch(join(root, folder), { recursive: true }, () => changed.resolve(undefined))
  }
  async function next() {
    for (;;) {
      await changed.promise
      await delay(settledAfterMs)
      changed = Promise.withResolvers()
      const now = snapshot()
      const paths = [...new Set([...before.keys(), ...now.keys()])]
      const differing = paths.filter((path) => before.get(path) !== now.get(path))
      before = now
      if (differing.length > 0) return differing
    }
  }
  return { next }
}

function snapshot() {
  const files = watched.flatMap((folder) => filesBelow(join(root, folder)))
  return new Map(files.map((file) => [relative(root, file), markOf(file)]))
}

/** @param {string} file */
function markOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

await runScript(async () => {
  await bootstrap()
  await develop(process.env)
  process.exit(0)
})
