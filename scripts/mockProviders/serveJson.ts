import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { recordTraffic } from './recordTraffic.ts'

export type JsonRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

/** Starts a local JSON server for a provider and records its traffic. Port 0 uses any free port. */
export async function serveJson(
  provider: string,
  handleRequest: (request: JsonRequest) => Reply | Promise<Reply>,
  port = 0,
) {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: path = '/', headers } = request
      const body = await text(request)
      const url = new URL(path, 'http://mock-provider')
      const reply = await handleRequest({ method, url, headers, body })
      const status = reply.status ?? 200
      recordTraffic({
        provider,
        call: { method, path, headers, body },
        response: { status, body: reply.body },
      })
      response.writeHead(status, { 'content-type': 'application/json', ...reply.headers })
      response.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
    })()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo // A TCP server has a port.
  return { url: `http://127.0.0.1:${actualPort}`, stop: () => server.close().closeAllConnections() }
}
