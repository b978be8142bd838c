import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A call as it arrived, headers in their own case and order. */
export type RecordedCall = {
  method: string
  url: string
  rawHeaders: [string, string][]
  headers: IncomingMessage['headers']
  body: string
}

/** Plays an answer; it may write anything to the connection. `body` was read before, except under `streaming`. */
export type Play = (req: IncomingMessage, res: ServerResponse) => void

const json = { 'content-type': 'application/json' }

/** Scripted answers and faults, as a platform or what stands before it may produce them. */
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
  /** Says 200 at once and then a byte now and then, for ever. */
  drip:
    (everyMs: number): Play =>
    (_req, res) => {
      res.writeHead(200, json)
      const timer = setInterval(() => res.write(' '), everyMs)
      res.once('close', () => clearInterval(timer))
    },
  /** Header bytes now and then, for ever. */
  trickle:
    (everyMs: number): Play =>
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), everyMs)
      socket.once('close', () => clearInterval(timer))
    },
  /** Half a body, then the connection is gone. */
  breakOff:
    (headers: Record<string, string> = {}): Play =>
    (req, res) => {
      res.writeHead(200, { ...json, ...headers })
      res.write('{"half":', () => req.socket.resetAndDestroy())
    },
}

const sessionCheck = '/users/roles/details'
const confirmed = play.json(200, { user: { id: 1, storeId: 1, sIdentifier: 1 }, permissions: [] })

/** A platform that records what it is asked and answers what the test says, by `METHOD /path` or for every call. Sessions are confirmed unless the test says otherwise. */
export async function startRecordingUpstream() {
  const calls: RecordedCall[] = []
  const sessionChecks: RecordedCall[] = []
  const scripts = new Map<string, Play[]>()
  const cancelled: string[] = []
  const waiting = new Set<() => void>()
  let otherwise: Play = play.json(200, { ok: true })
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
      waiting.forEach((look) => look())
      res.once('close', () => {
        if (!res.writableFinished) cancelled.push(call.url)
        waiting.forEach((look) => look())
      })
      if (!streaming) call.body = await buffer(req).then(String, () => '(broken off)')
      waiting.forEach((look) => look())
      const queue = scripts.get(`${call.method} ${call.url.split('?', 1)[0]}`)
      const next = queue && queue.length > 1 ? queue.shift() : queue?.[0]
      ;(next ?? (isSessionCheck ? confirmed : otherwise))(req, res)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    /** The calls that ask whose session it is: the console makes some of its own before a write. */
    sessionChecks,
    /** Addresses of the calls whose connection ended before their answer did. */
    cancelled,
    /** Answers of one call, in order; the last one stays. */
    on: (call: string, ...answers: Play[]) => void scripts.set(call, answers),
    onAny: (answer: Play) => void (otherwise = answer),
    /** Bodies are left to the answer to read. */
    leaveBodies: () => void (streaming = true),
    /** Resolves when it holds, looking again whenever a call arrives or ends. */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export type RecordingUpstream = Awaited<ReturnType<typeof startRecordingUpstream>>
