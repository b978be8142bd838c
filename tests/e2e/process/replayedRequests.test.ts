import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { Agent, buildConnector, request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '#scripts/programs.mjs'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { serverName, startNginx } from '#tests/support/servers/nginx.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const key = { 'idempotency-key': 'k-1' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function listen(server: Server, address: string): Promise<void> {
  const [host, port] = address.split(':')
  server.listen(Number(port), host)
  await once(server, 'listening')
}

// With two replicas, nginx has only one other to try. With more, only its configuration limits it.
describe.each([2, 3, 4])('With %i replicas', (count) => {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  /** The requests that the replicas received. */
  let receivedRequests: string[] = []
  let replicas: Server[] = []
  let addresses: string[] = []
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let agent: Agent

  /** Creates a replica that reads a request for `/killer` and then ends every connection. */
  function createReplica(): Server {
    const server = createServer((req, res) => {
      req.resume().once('end', () => {
        receivedRequests.push(`${req.method} ${req.url}`)
        if (req.url?.includes('killer')) server.closeAllConnections()
        else res.end('well')
      })
    })
    return server
  }

  beforeAll(async () => {
    for (let at = 2; at < count + 2; at += 1)
      addresses.push(`${network}.${at}:${await findFreePort()}`)
    replicas = addresses.map(createReplica)
    await Promise.all(replicas.map((one, at) => listen(one, addresses[at] ?? '')))
    const [first = '', second = '', ...others] = addresses
    const httpsPort = await findFreePort()
    const listenOptions = { host: `${network}.1`, httpPort: await findFreePort(), httpsPort }
    nginx = await startNginx(await getPrerequisite('nginx'), {
      ...listenOptions,
      replicas: [first, second, ...others],
    })
    const connect = buildConnector({ ca: nginx.certificate, allowH2: false })
    agent = new Agent({
      connect: (options, callback) =>
        connect({ ...options, hostname: listenOptions.host, port: String(httpsPort) }, callback),
    })
  }, 600_000)
  afterAll(async () => {
    await agent?.close()
    await nginx?.stop()
    for (const one of replicas) one.close()
  })
  beforeEach(() => void (receivedRequests = []))

  async function send(method: Method, path: string, headers: Record<string, string> = {}) {
    const response = await request(`https://${serverName}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && method !== 'HEAD' && { body: '{"name":"a"}' }),
      dispatcher: agent,
    })
    await response.body.dump()
    return response.statusCode
  }

  test.each<[string, Method, string, Record<string, string>, number]>([
    ['a form', 'POST', '/killer', form, 1],
    ['a write without a key', 'POST', '/api/killer', {}, 1],
    ['a change without a key', 'PATCH', '/api/killer', {}, 1],
    ['an idempotent method without a key', 'PUT', '/api/killer', {}, 1],
    ['a deletion without a key', 'DELETE', '/api/killer', {}, 1],
    ['a write with an empty key', 'POST', '/api/killer', { 'idempotency-key': '' }, 1],
    ['a write with a key', 'POST', '/api/killer', key, 2],
    ['a deletion with a key', 'DELETE', '/api/killer', key, 2],
    ['a job action with a key', 'POST', '/api/jobs/killer', key, 2],
    ['a page', 'GET', '/killer', {}, 2],
    ['a file', 'GET', '/assets/killer.js', {}, 2],
    ['a stream', 'GET', '/api/killer/events', {}, 2],
  ])(
    '%s that ends replicas (%s %s %j) reaches at most %i of them',
    async (_what, method, path, headers, maxReplicas) => {
      // Each replica gets open connections first, because reused ones count like new ones.
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(Array.from({ length: count * 3 }, () => send('GET', '/warm')))
        await Promise.all(Array.from({ length: count * 3 }, () => send('POST', '/warm')))
        receivedRequests = []
        expect(await send(method, path, headers)).toBe(502)
        expect(receivedRequests.length).toBeLessThanOrEqual(maxReplicas)
        expect(receivedRequests.length).toBeGreaterThan(0)
      }
    },
  )

  test('every request reaches another replica if one is down', async () => {
    const [first] = replicas
    first?.closeAllConnections()
    await new Promise((resolve) => first?.close(resolve))
    for (let round = 0; round < 6; round += 1) {
      for (const method of ['GET', 'POST'] as const)
        expect(await send(method, '/page', form)).toBe(200)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        expect(await send(method, '/api/page', key)).toBe(200)
    }
    if (first) await listen(first, addresses[0] ?? '')
  })
})
