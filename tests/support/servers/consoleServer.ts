import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { createApp } from '#server/console/app.ts'
import type { AppDeps } from '#server/console/app.ts'
import { createServer } from '#server/console/process/server.ts'
import { readSettings } from '#server/console/settings.ts'
import type { ConsoleSettings } from '#server/console/settings.ts'
import { createSignIn } from '#server/console/signIn/signIn.ts'
import { Throttle } from '#shared/throttle.ts'
import { createUpstream } from '#server/console/proxy/upstream.ts'
import type { OnExchange } from '#server/console/proxy/exchange.ts'

type Options = {
  /** The URL of the platform. */
  upstream: string
  /** Environment variables without PORT and HOST, which are set here. */
  env?: Record<string, string>
  page?: RequestHandler
  /** The throttle's clock in milliseconds. */
  now?: () => number
  /** The minimum time of a rejected sign-in in milliseconds. Defaults to 0. */
  minRejectionMs?: number
  capacity?: { connections: number; queue: number }
  onExchange?: OnExchange
  /** The maximum idle time of a connection. */
  idleMs?: number
} & Partial<Pick<AppDeps, 'assetsDir' | 'ready' | 'bodies' | 'sessions'>>

/** Answers with the visitor that pages see. */
const echoPage: RequestHandler = (_req, res) => {
  res.locals['route'] = '/page'
  res.type('html').send(`<p>${JSON.stringify(res.locals['visitor'])}</p>`)
}

/** Starts the console in this process for the platform `upstream`. Its page shows the visitor. */
export async function startConsoleServer({
  upstream: apiBaseUrl,
  env = {},
  now = () => performance.now(),
  minRejectionMs: refusalMs = 0,
  capacity,
  onExchange,
  idleMs,
  ...appOptions
}: Options) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const ending = new AbortController()
  const { server, drain } = createServer(
    (req, res) => app(req, res),
    { publicOrigin: env['PUBLIC_ORIGIN'] ?? '', hstsSubdomains: env['HSTS_SUBDOMAINS'] === 'on' },
    ending,
    idleMs,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo

  const settings: ConsoleSettings = readSettings({
    PORT: String(port),
    API_BASE_URL: apiBaseUrl,
    ...env,
  })
  const upstream = createUpstream(settings, { ...capacity, ...(onExchange && { onExchange }) })
  const throttle = new Throttle(now)
  const app = createApp({
    settings,
    log,
    upstream,
    signIn: createSignIn({ settings, upstream, throttle, minRejectionMs: refusalMs }),
    page: echoPage,
    ready: () => !ending.signal.aborted,
    shutdown: ending.signal,
    ...appOptions,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    settings,
    drain,
    /** The parsed log lines. */
    lines,
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
      await upstream.close()
    },
  }
}

export type RunningConsole = Awaited<ReturnType<typeof startConsoleServer>>

/** Sends a raw message, whose lines end with `\n`, and reads until the connection ends. */
export async function sendRaw(port: number, message: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(message.replaceAll('\n', '\r\n'), 'latin1')
  return text(socket)
}

/** Parses the status of a raw answer. */
export const parseStatus = (answer: string): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
