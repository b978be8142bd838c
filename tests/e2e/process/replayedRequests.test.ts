import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { Agent, buildConnector, request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#scripts/programs.mjs'
import { serverName, startNginx } from '#tests/support/servers/nginx.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const key = { 'idempotency-key': 'k-1' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function listen(server: Server, address: string): Promise<void> {
  const [host, port] = address.split(':')
  server.listen(Number(port), host)
  await once(server, 'listening')
}

// With two replicas, nginx has only one other to ask. With more, its configuration alone is the limit.
describe.each([2, 3, 4])('With %i replicas', (count) => {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  /** What the replicas were sent. */
  let sent: string[] = []
  let replicas: Server[] = []
  let addresses: string[] = []
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let agent: Agent

  /** A replica that dies of `/killer`: it reads the request whole and ends every connection. */
  function createReplica(): Server {
    const server = createServer((req, res) => {
      req.resume().once('end', () => {
        sent.push(`${req.method} ${req.url}`)
        if (req.url?.includes('killer')) server.closeAllConnections()
        else res.end('well')
      })
    })
    return server
  }

  beforeAll(async () => {
    for (let at = 2; at < count + 2; at += 1) addresses.push(`${network}.${at}:${await freePort()}`)
    replicas = addresses.map(createReplica)
    await Promise.all(replicas.map((one, at) => listen(one, addresses[at] ?? '')))
    const [first = '', second = '', ...others] = addresses
    const httpsPort = await freePort()
    const places = { host: `${network}.1`, httpPort: await freePort(), httpsPort }
    nginx = await startNginx({ ...places, replicas: [first, second, ...others] })
    const connect = buildConnector({ ca: nginx.certificate, allowH2: false })
    agent = new Agent({
      connect: (options, callback) =>
        connect({ ...options, hostname: places.host, port: String(httpsPort) }, callback),
    })
  }, 600_000)
  afterAll(async () => {
    await agent?.close()
    await nginx?.stop()
    for (const one of replicas) one.close()
  })
  beforeEach(() => void (sent = []))

  async function send(method: Method, path: string, headers: Record<string, string> = {}) {
    const answer = await request(`https://${serverName}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && method !== 'HEAD' && { body: '{"name":"a"}' }),
      dispatcher: agent,
    })
    await answer.body.dump()
    return answer.statusCode
  }

  test.each<[string, Method, string, Record<string, string>, number]>([
    ['a form of a page', 'POST', '/killer', form, 1],
    ['a call that writes without a key', 'POST', '/api/killer', {}, 1],
    ['another one', 'PATCH', '/api/killer', {}, 1],
    ['one that HTTP calls idempotent', 'PUT', '/api/killer', {}, 1],
    ['a deletion without a key', 'DELETE', '/api/killer', {}, 1],
    ['a write with an empty key', 'POST', '/api/killer', { 'idempotency-key': '' }, 1],
    ['a write with a key', 'POST', '/api/killer', key, 2],
    ['a deletion with a key', 'DELETE', '/api/killer', key, 2],
    ['a write of a job with a key', 'POST', '/api/jobs/killer', key, 2],
    ['a page', 'GET', '/killer', {}, 2],
    ['a file', 'GET', '/assets/killer.js', {}, 2],
    ['a stream', 'GET', '/api/killer/events', {}, 2],
  ])(
    '%s that ends replicas gets to %s %s %j at most %i of them',
    async (_what, method, path, headers, most) => {
      // Connections that are kept open count like new ones: each replica has some from the requests before.
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(Array.from({ length: count * 3 }, () => send('GET', '/warm')))
        await Promise.all(Array.from({ length: count * 3 }, () => send('POST', '/warm')))
        sent = []
        expect(await send(method, path, headers)).toBe(502)
        expect(sent.length).toBeLessThanOrEqual(most)
        expect(sent.length).toBeGreaterThan(0)
      }
    },
  )

  test('every request gets past a replica that is down', async () => {
    const [first] = replicas
    first?.closeAllConnections()
    await new Promise((closed) => first?.close(closed))
    for (let round = 0; round < 6; round += 1) {
      for (const method of ['GET', 'POST'] as const)
        expect(await send(method, '/page', form)).toBe(200)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        expect(await send(method, '/api/page', key)).toBe(200)
    }
    if (first) await listen(first, addresses[0] ?? '')
  })
})
