import { readFileSync, statSync, watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { announceStart } from './announceStart.mjs'
import { bootstrap, root } from './bootstrap.mjs'
import { listFiles, writeBuiltFile } from './build.mjs'
import { resolveProgramSettings, startProgram } from './programs.mjs'
import { runScript, UserError } from './userError.mjs'
import { stopPrograms, watchStopSignals } from './stopPrograms.mjs'

/** @typedef {import('./bundles.ts').BundleName} BundleName */
/** @typedef {import('./programs.mjs').Program} Program */

/** Separate from `dist/`, so that `npm start` and `npm test` keep their own build. */
const options = { out: join(root, '.cache', 'dev'), production: false }

const watchedFolders = ['client', 'machines', 'server', 'shared']
const platformEntry = 'server/platform/main.ts'

/**
 * The bundles that a changed file is part of; the first match counts.
 * @type {[path: RegExp, bundles: BundleName[]][]}
 */
const bundlesByPath = [
  [/^server\/platform\//, ['platform']],
  [/^server\//, ['server']],
  [/^client\/.*\.css\.ts$/, ['client', 'style', 'server']],
  [/^(client|machines)\//, ['client', 'server']],
  [/^shared\//, ['client', 'server', 'platform']],
]

/** An editor saves with several events, all within this time. */
const debounceMs = 20

/**
 * Runs the console from an unminified build and the platform from its sources. A change restarts
 * the program that uses the file.
 * @param {NodeJS.ProcessEnv} environment
 */
async function runFromSources(environment) {
  const { getBuiltFiles, createBundler } = await import('./bundles.ts')
  const { bundle } = createBundler(options)
  const stopRequests = watchStopSignals()
  const mockProviders = process.argv.includes('--mock-providers')
    ? startMockProviders(environment)
    : null
  const settings = { ...(await mockProviders?.settings), ...environment }
  const { consoleUrl, consoleSettings, platformSettings } = await resolveProgramSettings(settings)
  const startPlatform = () =>
    platformSettings &&
    startProgram('platform', platformEntry, platformSettings, ['--import', 'tsx'])
  const startConsole = () =>
    startProgram('console', join(options.out, 'server/main.js'), consoleSettings)

  // Starts before the first build, so that changes during it aren't lost.
  const watcher = createChangeWatcher()
  await rm(options.out, { recursive: true, force: true })
  let platform = startPlatform()
  let bundles = await bundle(['client', 'style', 'server'])
  await writeBundles()
  let consoleProgram = startConsole()
  let platformStart = waitForStart(platform)
  await waitForStart(consoleProgram)
  void announceStart(consoleProgram, platform, {
    consoleUrl,
    apiBaseUrl: consoleSettings.API_BASE_URL,
  })

  for (;;) {
    const paths = await Promise.race([stopRequests.first, watcher.waitForChange()])
    if (paths === 'signal') break
    const startedAt = performance.now()
    const staleBundles = findStaleBundles(paths)
    if (staleBundles.delete('platform')) platformStart = platformStart.then(restartPlatform)
    const rebuiltBundles = await bundle([...staleBundles]).catch(printBuildError)
    if (rebuiltBundles) {
      bundles = { ...bundles, ...rebuiltBundles }
      await writeBundles()
    }
    if (rebuiltBundles?.server) {
      consoleProgram.kill('SIGKILL') // The console has no state, and draining takes seconds.
      await consoleProgram.ended
      consoleProgram = startConsole()
      await waitForStart(consoleProgram)
    }
    console.log(`Rebuilt in ${Math.round(performance.now() - startedAt)} ms`)
  }
  await platformStart
  await stopPrograms(consoleProgram, platform, stopRequests.second)
  mockProviders?.kill('SIGTERM')

  async function writeBundles() {
    const { assets, programs } = getBuiltFiles(bundles, options.out)
    await Promise.all([...assets, ...programs].map(writeBuiltFile))
  }

  async function restartPlatform() {
    // The platform must release its data folder before the next one locks it.
    platform?.kill('SIGTERM')
    await platform?.ended
    platform = startPlatform()
    await waitForStart(platform)
  }
}

/**
 * Starts the mock providers; `settings` has the platform's settings that lead to them.
 * @param {NodeJS.ProcessEnv} settings
 */
function startMockProviders(settings) {
  const { listening, ended, kill } = startProgram(
    'mock providers',
    'scripts/mockProviders/main.ts',
    settings,
    ['--import', 'tsx'],
  )
  const ending = ended.then(({ reason }) => Promise.reject(new UserError(reason)))
  ending.catch(() => undefined) // We ended it, or the error is reported below.
  return { kill, settings: Promise.race([listening, ending]).then((message) => message.settings) }
}

/** @param {string[]} paths @returns {Set<BundleName>} */
function findStaleBundles(paths) {
  const bundles = paths.flatMap(
    (path) => bundlesByPath.find(([pattern]) => pattern.test(path))?.[1] ?? [],
  )
  return new Set(paths.some(isReadByStyles) ? [...bundles, 'style'] : bundles)
}

/** @param {string} path */
const isReadByStyles = (path) =>
  path.startsWith('shared/') &&
  listFiles(join(root, 'client')).some(
    (file) => file.endsWith('.css.ts') && readFileSync(file, 'utf8').includes(`#${path}`),
  )

/**
 * Waits until a program listens or ends. Prints why it ended; the next change starts it again.
 * @param {Program | null} program
 */
async function waitForStart(program) {
  const end = await Promise.race([program?.listening, program?.ended])
  if (end && 'reason' in end) console.error(end.reason)
}

/** @param {unknown} error */
function printBuildError(error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  return null
}

/**
 * Creates a watcher that returns the paths changed since the last call. It compares snapshots,
 * because an event names a wrong path when a file is replaced.
 */
function createChangeWatcher() {
  let before = takeSnapshot()
  let change = Promise.withResolvers()
  // The first call compares without waiting for an event, because a change may precede the
  // watchers.
  change.resolve(undefined)
  for (const folder of watchedFolders) {
    watch(join(root, folder), { recursive: true }, () => change.resolve(undefined))
  }
  async function waitForChange() {
    for (;;) {
      await change.promise
      await delay(debounceMs)
      change = Promise.withResolvers()
      const now = takeSnapshot()
      const paths = [...new Set([...before.keys(), ...now.keys()])]
      const changedPaths = paths.filter((path) => before.get(path) !== now.get(path))
      before = now
      if (changedPaths.length > 0) return changedPaths
    }
  }
  return { waitForChange }
}

function takeSnapshot() {
  const files = watchedFolders.flatMap((folder) => listFiles(join(root, folder)))
  return new Map(files.map((file) => [relative(root, file), getFileVersion(file)]))
}

/** @param {string} file */
function getFileVersion(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

await runScript(async () => {
  await bootstrap()
  await runFromSources(process.env)
  process.exit(0)
})
