import { Agent, buildConnector } from 'undici'
import type { Dispatcher } from 'undici'
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
    const addresses = {
      hostname: host,
      port: String(httpsPort),
      localAddress: `${network}.${index + 10}`,
    }
    return new Agent({
      connections: connectionsPerVisitor,
      connect: (options, callback) => connect({ ...options, ...addresses }, callback),
    })
  })
  let count = 0
  return {
    /** Sends a request and reads the answer. Throws unless it's 200. */
    async sendRequest({
      path,
      headers,
    }: {
      path: string
      headers: Record<string, string>
    }): Promise<void> {
      const agent = agents[count++ % agents.length]
      if (!agent) throw new Error('There are no visitors.')
      const status = await dispatchRequest(agent, {
        origin: `https://${serverName}`,
        path,
        method: 'GET',
        headers: { ...headers, 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' },
      })
      if (status !== 200) throw new Error(`${path} failed with status ${status}`)
    },
    close: () => Promise.all(agents.map((agent) => agent.close())),
  }
}

/**
 * Sends a request, discards the answer's body, and returns its status. Streams and signals, which
 * `request` creates, would take CPU time that the console needs.
 */
const dispatchRequest = (agent: Agent, options: Dispatcher.DispatchOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0
    agent.dispatch(options, {
      // undici recognizes handlers of this kind by it.
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => void (status = statusCode),
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    })
  })
