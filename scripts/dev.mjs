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

/** Separate from `dist/`, so that `npm start` and `npm test` keep their own build. */
const options = { out: join(root, '.cache', 'dev'), production: false }

const watched = ['client', 'machines', 'server', 'shared']
const platformEntry = 'server/platform/main.ts'

/**
 * The bundles that a changed file is part of; the first match counts.
 * @type {[path: RegExp, parts: BundleName[]][]}
 */
const partsOf = [
  [/^server\/platform\//, ['platform']],
  [/^server\//, ['server']],
  [/^client\/.*\.css\.ts$/, ['client', 'style', 'server']],
  [/^(client|machines)\//, ['client', 'server']],
  [/^shared\//, ['client', 'server', 'platform']],
]

/** An editor saves with several events, all within this time. */
const settledAfterMs = 20

/**
 * Runs the console from an unminified build and the platform from its sources. A change restarts
 * the program that uses the file.
 * @param {NodeJS.ProcessEnv} environment
 */
async function develop(environment) {
  const { builtFiles, createBundler } = await import('./bundles.ts')
  const { bundle } = createBundler(options)
  const stopRequests = stopSignals()
  const standIns = process.argv.includes('--stand-ins') ? startStandIns(environment) : null
  const settings = { ...(await standIns?.settings), ...environment }
  const { consoleUrl, consoleSettings, platformSettings } = await settingsOfPrograms(settings)
  const startPlatform = () =>
    platformSettings &&
    startProgram('platform', platformEntry, platformSettings, ['--import', 'tsx'])
  const startConsole = () =>
    startProgram('console', join(options.out, 'server/main.js'), consoleSettings)

  // Starts before the first build, so that changes during it aren't lost.
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
    const paths = await Promise.race([stopRequests.first, changes.next()])
    if (paths === 'signal') break
    const startedAt = performance.now()
    const stale = staleParts(paths)
    if (stale.delete('platform')) restarting = restarting.then(restartPlatform)
    const rebuilt = await bundle([...stale]).catch(untilTheNextChange)
    if (rebuilt) {
      bundles = { ...bundles, ...rebuilt }
      await write()
    }
    if (rebuilt?.server) {
      front.kill('SIGKILL') // The console has no state, and draining takes seconds.
      await front.ended
      front = startConsole()
      await listeningOrEnded(front)
    }
    console.log(`Rebuilt in ${Math.round(performance.now() - startedAt)} ms`)
  }
  await restarting
  await stop(front, platform, stopRequests.second)
  standIns?.kill('SIGTERM')

  async function write() {
    const { assets, programs } = builtFiles(bundles, options.out)
    await Promise.all([...assets, ...programs].map(writeBuilt))
  }

  async function restartPlatform() {
    // The platform must release its data folder before the next one locks it.
    platform?.kill('SIGTERM')
    await platform?.ended
    platform = startPlatform()
    await listeningOrEnded(platform)
  }
}

/**
 * Starts the providers' stand-ins; `settings` has the platform's settings that lead to them.
 * @param {NodeJS.ProcessEnv} settings
 */
function startStandIns(settings) {
  const { listening, ended, kill } = startProgram(
    'stand-ins',
    'scripts/standIns/main.ts',
    settings,
    ['--import', 'tsx'],
  )
  const ending = ended.then(({ reason }) => Promise.reject(new Sentence(reason)))
  ending.catch(() => undefined) // We ended it, or the error is reported below.
  return { kill, settings: Promise.race([listening, ending]).then((message) => message.settings) }
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

/**
 * Waits until a program listens or ends. Prints why it ended; the next change starts it again.
 * @param {Program | null} program
 */
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

/**
 * Creates a watcher that returns the paths changed since the last call. It compares snapshots,
 * because an event names a wrong path when a file is replaced.
 */
function changedPaths() {
  let before = snapshot()
  let changed = Promise.withResolvers()
  // The first call compares without waiting for an event, because a change may precede the
  // watchers.
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
