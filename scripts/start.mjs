import { announce } from './announce.mjs'
import { bootstrap } from './bootstrap.mjs'
import { build } from './build.mjs'
import { keepRunning } from './keepRunning.mjs'
import { consoleMemory, settingsOfPrograms, startProgram } from './programs.mjs'
import { runScript } from './sentence.mjs'
import { stop, stopSignals } from './stopping.mjs'

/**
 * Runs the console, and the platform unless the settings name another one, until a signal. Restarts
 * a program that ends unexpectedly.
 * @param {NodeJS.ProcessEnv} settings
 */
async function serve(settings) {
  const stopRequests = stopSignals()
  const { consoleUrl, consoleSettings, platformSettings } = await settingsOfPrograms(settings)
  const platform =
    platformSettings &&
    keepRunning(() => startProgram('platform', 'dist/platform/main.js', platformSettings))
  const { flags, env } = consoleMemory
  const front = keepRunning(() =>
    startProgram('console', 'dist/server/main.js', { ...env, ...consoleSettings }, flags),
  )
  void announce(front, platform, { consoleUrl, apiBaseUrl: consoleSettings.API_BASE_URL })

  const endings = [front, platform].flatMap((program) => program?.ended ?? [])
  const cause = await Promise.race([stopRequests.first, ...endings])
  await stop(front, platform, stopRequests.second)
  if (cause === 'signal') return 0
  console.error(cause.reason)
  return cause.code || 1
}

await runScript(async () => {
  await bootstrap()
  await build()
  process.exit(await serve(process.env))
})
