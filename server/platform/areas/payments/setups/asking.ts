import type { Context, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed } from '#server/platform/core/integrations/integration.ts'
import type { Request } from '#server/platform/core/outgoing/request.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Credentials, PaymentSetup } from './setUp.ts'
import { providerMessages } from '../providers/messages.ts'

/** What steps hand on: who signed in for us, what was told of the account, and which webhook leads to us. */
export type Found = { token?: string; told?: unknown; webhookId?: string }

/** What a provider's step works with. */
export type Asking = Pick<Context<Found>, 'platform' | 'signal' | 'found'> & {
  setup: PaymentSetup
  credentials: Credentials
  /** Where its webhook must lead; null while the platform does not know its public address. */
  address: string | null
}

/** The steps that each provider has its own way for. */
export type StepName = 'keys' | 'answer' | 'account' | 'webhook'
/** What each step does at one provider. */
export type ProviderSteps = Record<StepName, (given: Asking) => Promise<StepResult>> & {
  /** Has the provider send an event before one is looked for: whether it did, or what it tells where that failed. */
  sendEvent?: (given: Asking) => Promise<StepResult | 'sent' | null>
}

/** An answer of a provider; what is no JSON is undefined. */
export type Told = { status: number; body: unknown }

type Asked = { platform: Pick<Platform, 'outgoing'>; signal?: AbortSignal | undefined }

/** Asks a provider by our one door. */
export async function askProvider(
  { platform, signal }: Asked,
  { json, ...request }: Request & { json?: object },
): Promise<Told> {
  const { status, body } = await platform.outgoing.request({
    ...request,
    headers: {
      accept: 'application/json',
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...request.headers,
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
    ...(signal ? { signal } : {}),
  })
  return { status, body: parsed(body) }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** An answer that none of the sentences is for. */
export const unexpected = (name: string, { status }: Told): StepResult =>
  status === 429
    ? failed('rate_limit', providerMessages.rateLimited(name))
    : failed(`HTTP_${status}`, providerMessages.unexpectedStatus(name, status))

export const noAddress = providerMessages.noPublicUrl
