import type { Logger } from 'pino'
import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { providerCalls } from '#shared/areas/signIn/providerPaths.ts'
import { is } from '#shared/engine/is.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import type { ConsoleSettings } from '../settings.ts'
import { parseAnswerJson } from './signInAnswer.ts'

const OfferedProvider = type({ id: number(), name: string() })
export type OfferedProvider = Infer<typeof OfferedProvider>
const ProviderList = type({ data: array(OfferedProvider) })

/** How long a list is used, so that strangers can't send a call with each page. */
const maxAgeMs = 5000
/** How long the list before is used instead after a failure. */
const failureMaxAgeMs = 1000
/** How long the sign-in page waits for it. */
const timeoutMs = 1000

type ProviderListDeps = { upstream: Upstream; settings: ConsoleSettings; log: Logger }

/**
 * Creates a function that returns the platform's sign-in providers. It returns none if the platform
 * has no such call, because the sign-in page must show anyway. If the platform doesn't respond, it
 * returns those of its last response.
 */
export function createProviderList({
  upstream,
  settings,
  log,
}: ProviderListDeps): (requestId: string) => Promise<OfferedProvider[]> {
  let latest: { until: number; providers: Promise<OfferedProvider[]> } | undefined
  let lastKnown: OfferedProvider[] = []
  async function load(requestId: string): Promise<OfferedProvider[]> {
    try {
      const { status, body } = await upstream.send({
        method: 'GET',
        path: providerCalls.list,
        headers: {
          ...buildPlatformHeaders(null, settings, { requestId }),
          accept: 'application/json',
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (status >= 500) return keepLastKnown({ requestId, status })
      const answer = status === 200 ? parseAnswerJson(body) : null
      lastKnown = is(answer, ProviderList) ? answer.data : []
      return lastKnown
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return keepLastKnown({ requestId, code: error.code })
    }
  }
  function keepLastKnown(reason: object): OfferedProvider[] {
    log.warn(reason, "the platform didn't list its sign-in providers")
    if (latest) latest.until = performance.now() + failureMaxAgeMs
    return lastKnown
  }
  return (requestId) => {
    const now = performance.now()
    if (!latest || latest.until <= now)
      latest = { until: now + maxAgeMs, providers: load(requestId) }
    return latest.providers
  }
}
