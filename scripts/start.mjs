import { announceStart } from './announceStart.mjs'
import { bootstrap } from './bootstrap.mjs'
import { build } from './build.mjs'
import { superviseProgram } from './superviseProgram.mjs'
import { consoleMemory, resolveProgramSettings, startProgram } from './programs.mjs'
import { runScript } from './userError.mjs'
import { stopPrograms, watchStopSignals } from './stopPrograms.mjs'

/**
 * Runs the console, and the platform unless the settings name another one, until a signal. Restarts
 * a program that ends unexpectedly.
 * @param {NodeJS.ProcessEnv} settings
 */
async function runPrograms(settings) {
  const stopRequests = watchStopSignals()
  const { consoleUrl, consoleSettings, platformSettings } = await resolveProgramSettings(settings)
  const platform =
    platformSettings &&
    superviseProgram(() => startProgram('platform', 'dist/platform/main.js', platformSettings))
  const { flags, env } = consoleMemory
  const consoleProgram = superviseProgram(() =>
    startProgram('console', 'dist/server/main.js', { ...env, ...consoleSettings }, flags),
  )
  void announceStart(consoleProgram, platform, {
    consoleUrl,
    apiBaseUrl: consoleSettings.API_BASE_URL,
  })

  const endings = [consoleProgram, platform].flatMap((program) => program?.ended ?? [])
  const cause = await Promise.race([stopRequests.first, ...endings])
  await stopPrograms(consoleProgram, platform, stopRequests.second)
  if (cause === 'signal') return 0
  console.error(cause.reason)
  return cause.code || 1
}

await runScript(async () => {
  await bootstrap()
  await build()
  process.exit(await runPrograms(process.env))
})
