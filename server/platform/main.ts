import { pino } from 'pino'
import { readSettings, StartupError } from './settings.ts'
import { startPlatform } from './start.ts'
import type { RunningPlatform } from './start.ts'
import { startupMessages } from './messages.ts'

process.umask(0o077) // What it writes is for its owner alone.
try {
  const settings = readSettings(process.env)
  const log = pino({ name: 'platform', level: settings.logLevel })
  const platform = await startPlatform(settings, log, reportProgress)
  stopOnSignal(platform, settings.parentPid)
  announceStart(platform)
  log.info({ url: platform.url }, 'The platform is listening')
} catch (error) {
  const told = error instanceof StartupError
  console.error(told ? error.message : "The platform couldn't start:", ...(told ? [] : [error]))
  process.exit(1)
}

/** Tells the parent process what takes time during the start, so that it can print that. */
function reportProgress(step: string): void {
  process.send?.({ type: 'progress', step })
}

/** Tells who started us where we are and how to sign in. A new password is shown here and never again. */
function announceStart({ url, operator }: RunningPlatform): void {
  if (process.send) {
    process.send({ type: 'listening', url, operator })
    return
  }
  if (!operator || operator.password === null) return
  const { email, password, passwordFile } = operator
  console.log(startupMessages.signInAs(email, password, passwordFile))
}

function stopOnSignal(platform: RunningPlatform, parentPid: number | null): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error("The platform didn't stop cleanly:", error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (parentPid === null) return
  setInterval(() => {
    if (!isAlive(parentPid)) end()
  }, 500).unref()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
