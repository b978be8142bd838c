import { Agent, buildConnector, request } from 'undici'
import { serverName } from '#tests/support/servers/nginx.ts'

/** The console gives each address a share of its connections, so a load needs several. */
const visitorCount = 20

const connectionsPerVisitor = 16

/** Creates visitors with addresses of their own in the network, who send requests to nginx in turn. */
export function createVisitors(
  ca: string,
  network: string,
  { host, httpsPort }: { host: string; httpsPort: number },
) {
  const connect = buildConnector({ ca, allowH2: false })
  const agents = Array.from({ length: visitorCount }, (_, index) => {
    const place = {
      hostname: host,
      port: String(httpsPort),
      localAddress: `${network}.${index + 10}`,
    }
    return new Agent({
      connections: connectionsPerVisitor,
      connect: (options, callback) => connect({ ...options, ...place }, callback),
    })
  })
  let count = 0
  return {
    /** Sends a request and reads the answer. Throws unless it's 200. */
    async ask({ path, headers }: { path: string; headers: Record<string, string> }): Promise<void> {
      const dispatcher = agents[count++ % agents.length]
      if (!dispatcher) throw new Error('There are no visitors.')
      const { statusCode, body } = await request(`https://${serverName}${path}`, {
        dispatcher,
        headers: { ...headers, 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' },
      })
      await body.dump({ limit: Infinity })
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`)
    },
    close: () => Promise.all(agents.map((agent) => agent.close())),
  }
}
