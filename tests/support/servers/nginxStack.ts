import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { Agent, buildConnector, request } from 'undici'
import { findFreePort } from '#scripts/programs.mjs'
import { operator, startConsole, startReferencePlatform } from './consoleProcess.ts'
import { getPrerequisite } from '../getPrerequisite.ts'
import { createDatabase } from './newDatabase.ts'
import { serverName, startNginx } from './nginx.ts'

export const origin = `https://${serverName}`

/** A console that can stop and start again at the same address. */
export type Replica = Awaited<ReturnType<typeof startReplica>>

async function startReplica(host: string, platformUrl: string, dist?: string) {
  const port = await findFreePort()
  const env = {
    HOST: host,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const start = async () => {
    const started = await startConsole(platformUrl, env, dist)
    while ((await request(`http://${host}:${port}/readyz`)).statusCode !== 200) await delay(20)
    return started
  }
  let running = await start()
  return {
    address: `${host}:${port}`,
    kill: () => running.stop(),
    end: () => running.end(),
    async start() {
      running = await start()
    },
  }
}

/**
 * Starts the platform on PostgreSQL, two replicas of the console, and nginx in front of them. Their
 * addresses are unique, so that no outgoing connection takes the port of a stopped replica.
 * `secondDist` is the build of the second replica.
 */
export async function startNginxStack({ secondDist }: { secondDist?: string } = {}) {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const address = await createDatabase('demo')
  const platform = await startReferencePlatform({ DATABASE_URL: address })
  const database = new Database({ connectionString: address })
  await database.connect()
  const replicas = await Promise.all([
    startReplica(`${network}.2`, platform.url),
    startReplica(`${network}.3`, platform.url, secondDist),
  ])
  const places = {
    host: `${network}.1`,
    httpPort: await findFreePort(),
    httpsPort: await findFreePort(),
  }
  const [first, second] = replicas
  const nginx = await startNginx(await getPrerequisite('nginx'), {
    ...places,
    replicas: [first.address, second.address],
  })
  const visitor = createVisitor(nginx.certificate, { ...places, from: `${network}.9` })
  return {
    ...places,
    nginx,
    /** Another connection to the platform's database. */
    database,
    replicas,
    visitor,
    async stop() {
      await visitor.close()
      await nginx.stop()
      await Promise.all(replicas.map((replica) => replica.kill()))
      await platform.stop()
      await database.end()
    },
  }
}

type VisitorAddress = { host: string; httpPort: number; httpsPort: number; from: string }

type Options = { body?: string; type?: string; headers?: Record<string, string>; from?: string }

/** Creates a visitor at the address `from` with a browser's cookies and headers, who uses nginx. */
function createVisitor(ca: string, { host, httpPort, httpsPort, from }: VisitorAddress) {
  const connect = buildConnector({ ca, allowH2: false })
  const agent = new Agent({
    // The replicas can take this many even on a busy machine. More requests wait, as in a browser.
    connections: 64,
    connect: (options, callback) => {
      const port = String(options.protocol === 'https:' ? httpsPort : httpPort)
      connect({ ...options, hostname: host, port, localAddress: from }, callback)
    },
  })
  let cookie = ''

  async function ask(path: string, { body, type, headers = {}, from = origin }: Options = {}) {
    const answer = await request(from + path, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(cookie && { cookie }),
        'sec-fetch-site': 'same-origin',
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const { statusCode: status, headers: responseHeaders } = answer
    return { status, headers: responseHeaders, text: await answer.body.text() }
  }

  return {
    address: from,
    /** Sends a GET, or a POST if there's a body. */
    ask,
    /** Returns the chunks of an answer as they arrive. */
    async listen(path: string) {
      const { body } = await request(origin + path, { dispatcher: agent, headers: { cookie } })
      return body[Symbol.asyncIterator]()
    },
    /** Signs in as the operator and returns the new cookies. */
    async signIn(): Promise<string[]> {
      const { headers } = await ask('/api/auth/login', { body: JSON.stringify(operator) })
      const cookies = [headers['set-cookie'] ?? []].flat()
      cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
      return cookies
    },
    close: () => agent.close(),
  }
}

/** A visitor who sends requests through nginx. */
export type Visitor = ReturnType<typeof createVisitor>
