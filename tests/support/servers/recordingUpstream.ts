import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received call, with the original case and order of its headers. */
export type RecordedCall = {
  method: string
  url: string
  rawHeaders: [string, string][]
  headers: IncomingMessage['headers']
  body: string
}

/** Plays an answer, and may write anything to the connection. The body is read unless streaming. */
export type Play = (req: IncomingMessage, res: ServerResponse) => void

const json = { 'content-type': 'application/json' }

/** Scripted answers and failures of a platform, or of a proxy in front of it. */
export const play = {
  json:
    (status: number, body: unknown, headers: Record<string, string | string[]> = {}): Play =>
    (_req, res) =>
      res.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body)),
  text:
    (status: number, type: string | undefined, body: string): Play =>
    (_req, res) =>
      res.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body),
  bytes:
    (headers: Record<string, string>, body: Uint8Array): Play =>
    (_req, res) =>
      res.writeHead(200, { ...json, ...headers }).end(body),
  reset: (): Play => (req) => void req.socket.resetAndDestroy(),
  hangUp: (): Play => (req) => void req.socket.destroy(),
  raw:
    (text: string): Play =>
    (req) =>
      void req.socket.end(text),
  never: (): Play => () => undefined,
  /** Answers 200 at once and then sends one byte at a time without end. */
  drip:
    (everyMs: number): Play =>
    (_req, res) => {
      res.writeHead(200, json)
      const timer = setInterval(() => res.write(' '), everyMs)
      res.once('close', () => clearInterval(timer))
    },
  /** Sends one header line at a time without end. */
  trickle:
    (everyMs: number): Play =>
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), everyMs)
      socket.once('close', () => clearInterval(timer))
    },
  /** Sends half a body and resets the connection. */
  breakOff:
    (headers: Record<string, string> = {}): Play =>
    (req, res) => {
      res.writeHead(200, { ...json, ...headers })
      res.write('{"half":', () => req.socket.resetAndDestroy())
    },
}

const sessionCheck = '/users/roles/details'
const confirmedSession = play.json(200, {
  user: { id: 1, storeId: 1, sIdentifier: 1 },
  permissions: [],
})

/**
 * Starts a platform that records its calls. A test sets its answers by `METHOD /path` or for every
 * call. By default, it confirms every session.
 */
export async function startRecordingUpstream() {
  const calls: RecordedCall[] = []
  const sessionChecks: RecordedCall[] = []
  const scripts = new Map<string, Play[]>()
  const cancelled: string[] = []
  const checks = new Set<() => void>()
  let defaultAnswer: Play = play.json(200, { ok: true })
  let streaming = false

  const server = createServer((req, res) => {
    void (async () => {
      const call: RecordedCall = {
        method: req.method ?? '',
        url: req.url ?? '',
        rawHeaders: Array.from({ length: req.rawHeaders.length / 2 }, (_, index) => [
          req.rawHeaders[2 * index] ?? '',
          req.rawHeaders[2 * index + 1] ?? '',
        ]),
        headers: req.headers,
        body: '',
      }
      const isSessionCheck = call.url.endsWith(sessionCheck)
      ;(isSessionCheck ? sessionChecks : calls).push(call)
      checks.forEach((check) => check())
      res.once('close', () => {
        if (!res.writableFinished) cancelled.push(call.url)
        checks.forEach((check) => check())
      })
      if (!streaming) call.body = await buffer(req).then(String, () => '(broken off)')
      checks.forEach((check) => check())
      const queue = scripts.get(`${call.method} ${call.url.split('?', 1)[0]}`)
      const next = queue && queue.length > 1 ? queue.shift() : queue?.[0]
      ;(next ?? (isSessionCheck ? confirmedSession : defaultAnswer))(req, res)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    /** The calls that check a session. The console makes its own before a write. */
    sessionChecks,
    /** The URLs of calls whose connection ended before their answer. */
    cancelled,
    /** Sets the answers of a call, in order. The last one repeats. */
    on: (call: string, ...answers: Play[]) => void scripts.set(call, answers),
    onAny: (answer: Play) => void (defaultAnswer = answer),
    /** Lets the answers read the bodies. */
    leaveBodies: () => void (streaming = true),
    /** Resolves when the condition is true. Checks it whenever a call arrives or ends. */
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return
          checks.delete(check)
          resolve()
        }
        checks.add(check)
        check()
      }),
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export type RecordingUpstream = Awaited<ReturnType<typeof startRecordingUpstream>>
