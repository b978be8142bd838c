import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Asked = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }
export type Reply = { status?: number; body: object }

/** A server of this machine that answers JSON; 0 takes any free port. */
export async function serveJson(answer: (asked: Asked) => Reply, port = 0) {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', headers } = request
      const url = new URL(request.url ?? '/', 'http://stand-in')
      const { status = 200, body } = answer({ method, url, headers, body: await text(request) })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo // A TCP server has an address of this shape.
  return { url: `http://127.0.0.1:${taken}`, stop: () => server.close().closeAllConnections() }
}
