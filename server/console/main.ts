import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { listen, createServer } from './process/server.ts'
import { createLogDestination } from './process/logDestination.ts'
import { createMetrics, createMetricsServer } from './process/metrics.ts'
import { waitForPlatform } from './proxy/waitForPlatform.ts'
import { readManifest } from './render/manifest.ts'
import { createPageHandler } from './render/page.tsx'
import { readSettings, StartupError } from './settings.ts'
import { createSignIn } from './signIn/signIn.ts'
import { createUpstream } from './proxy/upstream.ts'

/** `dist/`, relative to `dist/server/main.js`. */
const distFolder = fileURLToPath(new URL('..', import.meta.url))

/** Interval between checks of the parent process, in milliseconds. */
const parentCheckMs = 500

/** Calls `callback` once, when the process with this ID or this process's parent is gone. */
function watchProcess(pid: number, callback: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isProcessAlive(pid)) return
    clearInterval(timer)
    callback()
  }, parentCheckMs)
  timer.unref()
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists, but we can't signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel, base: null }, createLogDestination())
  const metrics = settings.metricsPort === null ? null : createMetrics()
  const upstream = createUpstream(settings, metrics ? { onExchange: metrics.onExchange } : {})
  const signIn = createSignIn({ settings, upstream, log })
  const manifest = readManifest(distFolder)
  let isReady = false
  const ending = new AbortController()

  const app = createApp({
    settings,
    log,
    upstream,
    signIn,
    page: createPageHandler({ settings, upstream, signIn, manifest, log }),
    assetsDir: join(distFolder, 'client/assets'),
    ready: () => isReady && !ending.signal.aborted,
    shutdown: ending.signal,
    ...(metrics ? { onRequest: metrics.onRequest } : {}),
  })
  const { server, drain } = createServer(app, settings, ending)
  const metricsServer = metrics && createMetricsServer(metrics)
  if (metricsServer && settings.metricsPort !== null)
    await listen(metricsServer, settings.metricsPort, settings.host)
  await listen(server, settings.port, settings.host)
  process.send?.({ type: 'listening', url: settings.publicOrigin })

  void waitForPlatform(settings.apiBaseUrl).then(() => (isReady = true))

  const stop = async () => {
    if (ending.signal.aborted) return
    await drain()
    metricsServer?.close()
    await upstream.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (settings.parentPid !== null) watchProcess(settings.parentPid, stop)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}
