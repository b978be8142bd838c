import { pino } from 'pino'
import { readSettings, StartupError } from './settings.ts'
import { startPlatform } from './start.ts'
import type { RunningPlatform } from './start.ts'
import { startupMessages } from './messages.ts'

process.umask(0o077) // Files that the platform writes are only for their owner.
try {
  const settings = readSettings(process.env)
  const log = pino({ name: 'platform', level: settings.logLevel })
  const platform = await startPlatform(settings, log, reportProgress)
  stopOnSignal(platform, settings.parentPid)
  announceStart(platform)
  log.info({ url: platform.url }, 'The platform is listening')
} catch (error) {
  const isStartupError = error instanceof StartupError
  console.error(
    isStartupError ? error.message : "The platform couldn't start:",
    ...(isStartupError ? [] : [error]),
  )
  process.exit(1)
}

/** Sends the parent process the name of a slow startup step, so that it can print it. */
function reportProgress(step: string): void {
  process.send?.({ type: 'progress', step })
}

/**
 * Reports the URL and how to sign in, to the parent process or on the terminal. This is the only
 * time that a new password is shown.
 */
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
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error("The platform didn't stop cleanly:", error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (parentPid === null) return
  setInterval(() => {
    if (!isAlive(parentPid)) stop()
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
