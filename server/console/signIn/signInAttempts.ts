import { createHash } from 'node:crypto'
import { string, type } from 'superstruct'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { is } from '#shared/engine/is.ts'
import { accountOf, networkOf } from '#shared/areas/signIn/throttle.ts'
import type { Attempt, Throttle } from '#shared/areas/signIn/throttle.ts'
import { UpstreamFault } from '../proxy/upstreamFault.ts'
import type { UpstreamAnswer } from '../proxy/upstream.ts'
import { KnownVisitors } from './knownVisitors.ts'
import { parseJson } from './signInAnswer.ts'

/** `address` is the client's own, behind trusted proxies too; `agent` what it says it is. */
export type Client = {
  address: string
  requestId: string
  agent?: string | undefined
  /** What this browser got at earlier sign-ins. */
  devices?: readonly string[]
}

type Deps = {
  throttle: Throttle
  send: (path: string, body: unknown, client: Client) => Promise<UpstreamAnswer>
}

/**
 * Counts wrong passwords per account and network. A device or network that signed in to an account before counts on its
 * own, so strangers don't slow its owner down there. `begin` answers the seconds to wait instead of an attempt.
 */
export function createSignInAttempts({ throttle, send }: Deps) {
  const known = new KnownVisitors()

  /** Asks the platform, since a replica that started lately knows no device; null if the platform can't tell. */
  async function findKnownDevice(email: string, client: Client): Promise<string | null> {
    const { devices = [] } = client
    try {
      const { status, body } = await send(sessionPaths.checkDevices, { email, devices }, client)
      const answer = status === 200 ? parseJson(body) : null
      return is(answer, DeviceCheck) && devices.includes(answer.device) ? answer.device : null
    } catch (error) {
      // Then the visitor waits like a stranger.
      if (error instanceof UpstreamFault) return null
      throw error
    }
  }

  return {
    async begin(email: string, client: Client): Promise<Attempt | number> {
      const account = hashAccount(email)
      const { devices = [] } = client
      const network = { name: networkOf(client.address) }
      const device = devices.find((token) => known.has(account, token))
      if (device !== undefined) return throttle.attempt({ name: `${account} ${device}` })
      if (known.has(account, network.name))
        return throttle.attempt({ name: `${account} ${network.name}` }, network)
      const attempt = throttle.attempt({ name: account }, network)
      if (typeof attempt !== 'number' || devices.length === 0) return attempt
      const confirmed = await findKnownDevice(email, client)
      if (confirmed === null) return attempt
      known.add(account, confirmed)
      return throttle.attempt({ name: `${account} ${confirmed}` })
    },

    /**
     * Only the platform knows whose account a Google sign-in is for, so the same payload and the network are counted. Wrong
     * passwords from a network don't slow its Google sign-ins down.
     */
    beginGoogle(payload: Record<string, unknown>, client: Client): Attempt | number {
      const account = hashAccount(JSON.stringify(payload))
      return throttle.attempt(
        { name: account },
        { name: ['google', networkOf(client.address)].join(' ') },
      )
    },

    /** Remembers where an account signed in from, and the device that the platform named. */
    remember(email: string, client: Client, device: string | undefined): void {
      const account = hashAccount(email)
      known.add(account, networkOf(client.address))
      if (device !== undefined) known.add(account, device)
    },
  }
}

const DeviceCheck = type({ device: string() })

/** Of one size whatever was typed, and no list of addresses in memory. */
const hashAccount = (email: string) =>
  createHash('sha256').update(accountOf(email)).digest('base64')
