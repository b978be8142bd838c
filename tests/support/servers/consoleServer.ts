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
  /** Address of the platform. */
  upstream: string
  /** Environment variables. PORT and HOST are the test's own. */
  env?: Record<string, string>
  page?: RequestHandler
  /** The clock of the throttle, in milliseconds. */
  now?: () => number
  /** The least a refused sign-in takes; 0 unless told. */
  refusalMs?: number
  capacity?: { connections: number; queue: number }
  onExchange?: OnExchange
  /** How long a connection may be idle. */
  idleMs?: number
} & Partial<Pick<AppDeps, 'assetsDir' | 'ready' | 'bodies' | 'sessions'>>

/** What pages see of a request, as text. */
const echoPage: RequestHandler = (_req, res) => {
  res.locals['route'] = '/page'
  res.type('html').send(`<p>${JSON.stringify(res.locals['visitor'])}</p>`)
}

/** The console over `upstream`, in this process on a port of its own, with a page that shows the visitor. */
export async function startConsoleServer({
  upstream: apiBaseUrl,
  env = {},
  now = () => performance.now(),
  refusalMs = 0,
  capacity,
  onExchange,
  idleMs,
  ...given
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
    ...given,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    settings,
    drain,
    /** What was logged, parsed. */
    lines,
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
      await upstream.close()
    },
  }
}

export type RunningConsole = Awaited<ReturnType<typeof startConsoleServer>>

/** Sends bytes as they are and reads to the end of the connection. Lines are written with `\n`. */
export async function sendRaw(port: number, message: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(message.replaceAll('\n', '\r\n'), 'latin1')
  return text(socket)
}

/** The status of a raw answer. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
