import { createHash } from 'node:crypto'
import { string, type } from 'superstruct'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { is } from '#shared/engine/is.ts'
import { toAccountKey, toNetworkKey } from '#shared/areas/signIn/throttle.ts'
import type { ThrottledAttempt, Throttle } from '#shared/areas/signIn/throttle.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import type { UpstreamAnswer } from '../proxy/upstream.ts'
import { KnownVisitors } from './knownVisitors.ts'
import { parseAnswerJson } from './signInAnswer.ts'

/** `address` is the client's own, behind trusted proxies too; `agent` what it says it is. */
export type SignInClient = {
  address: string
  requestId: string
  agent?: string | undefined
  /** What this browser got at earlier sign-ins. */
  devices?: readonly string[]
}

type AttemptDeps = {
  throttle: Throttle
  send: (path: string, body: unknown, client: SignInClient) => Promise<UpstreamAnswer>
}

/**
 * Counts wrong passwords per account and network. A device or network that signed in to an account before counts on its
 * own, so strangers don't slow its owner down there. `begin` answers the seconds to wait instead of an attempt.
 */
export function createSignInAttempts({ throttle, send }: AttemptDeps) {
  const known = new KnownVisitors()

  /** Asks the platform, since a replica that started lately knows no device; null if the platform can't tell. */
  async function findKnownDevice(email: string, client: SignInClient): Promise<string | null> {
    const { devices = [] } = client
    try {
      const { status, body } = await send(sessionPaths.checkDevices, { email, devices }, client)
      const answer = status === 200 ? parseAnswerJson(body) : null
      return is(answer, DeviceCheck) && devices.includes(answer.device) ? answer.device : null
    } catch (error) {
      // Then the visitor waits like a stranger.
      if (error instanceof UpstreamError) return null
      throw error
    }
  }

  return {
    async begin(email: string, client: SignInClient): Promise<ThrottledAttempt | number> {
      const account = hashAccount(email)
      const { devices = [] } = client
      const network = { name: toNetworkKey(client.address) }
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
    beginGoogle(payload: Record<string, unknown>, client: SignInClient): ThrottledAttempt | number {
      const account = hashAccount(JSON.stringify(payload))
      return throttle.attempt(
        { name: account },
        { name: ['google', toNetworkKey(client.address)].join(' ') },
      )
    },

    /** Remembers where an account signed in from, and the device that the platform named. */
    remember(email: string, client: SignInClient, device: string | undefined): void {
      const account = hashAccount(email)
      known.add(account, toNetworkKey(client.address))
      if (device !== undefined) known.add(account, device)
    },
  }
}

const DeviceCheck = type({ device: string() })

/** Of one size whatever was typed, and no list of addresses in memory. */
const hashAccount = (email: string) =>
  createHash('sha256').update(toAccountKey(email)).digest('base64')
