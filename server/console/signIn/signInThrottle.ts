import { createHash } from 'node:crypto'
import { string, type } from 'superstruct'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { is } from '#shared/engine/is.ts'
import { toAccountKey, toNetworkKey } from '#shared/throttle.ts'
import type { ThrottledAttempt, Throttle } from '#shared/throttle.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import type { UpstreamAnswer } from '../proxy/upstream.ts'
import { KnownVisitors } from './knownVisitors.ts'
import { parseAnswerJson } from './signInAnswer.ts'

/** `address` is the client's own, even behind trusted proxies; `agent` is its User-Agent. */
export type SignInClientDetails = {
  address: string
  requestId: string
  agent?: string | undefined
  /** Device tokens that this browser got at earlier sign-ins. */
  devices?: readonly string[]
}

/** Several operators share an office's network, and mistype codes. */
const freeFactorsPerNetwork = 20

type AttemptDeps = {
  throttle: Throttle
  send: (path: string, body: unknown, client: SignInClientDetails) => Promise<UpstreamAnswer>
}

/**
 * Counts incorrect passwords per account and network. A device or network that signed in to an
 * account before is counted separately, so that strangers don't slow down the account's owner
 * there. `begin` returns the seconds to wait instead of an attempt. The platform counts too
 * (server/platform/areas/signIn/attemptPassword.ts).
 */
export function createSignInThrottle({ throttle, send }: AttemptDeps) {
  const known = new KnownVisitors()

  /**
   * Asks the platform for a known device, because a replica that just started knows none; null if
   * the platform can't tell.
   */
  async function findKnownDevice(
    email: string,
    client: SignInClientDetails,
  ): Promise<string | null> {
    const { devices = [] } = client
    try {
      const { status, body } = await send(sessionPaths.checkDevices, { email, devices }, client)
      const answer = status === 200 ? parseAnswerJson(body) : null
      return is(answer, DeviceCheck) && devices.includes(answer.device) ? answer.device : null
    } catch (error) {
      // The visitor then waits like a stranger.
      if (error instanceof UpstreamError) return null
      throw error
    }
  }

  return {
    async begin(email: string, client: SignInClientDetails): Promise<ThrottledAttempt | number> {
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
     * Starts a sign-in at Google or another provider. Only the platform knows its account, so
     * attempts are counted per payload and network. Incorrect passwords from a network don't slow
     * them down.
     */
    beginProvider(
      payload: Record<string, unknown>,
      client: SignInClientDetails,
    ): ThrottledAttempt | number {
      const account = hashAccount(JSON.stringify(payload))
      return throttle.attempt(
        { name: account },
        { name: ['provider', toNetworkKey(client.address)].join(' ') },
      )
    },

    /**
     * Starts an attempt at a second factor, counted per sign-in and network. The platform counts
     * per account.
     */
    beginFactor(challenge: string, client: SignInClientDetails): ThrottledAttempt | number {
      return throttle.attempt(
        { name: hashAccount(challenge) },
        { name: ['factor', toNetworkKey(client.address)].join(' '), free: freeFactorsPerNetwork },
      )
    },

    /**
     * Remembers the network that an account signed in from, and the device that the platform
     * returned.
     */
    remember(email: string, client: SignInClientDetails, device: string | undefined): void {
      const account = hashAccount(email)
      known.add(account, toNetworkKey(client.address))
      if (device !== undefined) known.add(account, device)
    },
  }
}

const DeviceCheck = type({ device: string() })

/** Hashes an account to a key of fixed length, so that no email addresses are kept in memory. */
const hashAccount = (email: string) =>
  createHash('sha256').update(toAccountKey(email)).digest('base64')
