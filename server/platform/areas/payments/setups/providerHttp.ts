import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { PaymentCredentials, PaymentSetup } from './paymentSetup.ts'
import { paymentProviderMessages } from '../providers/messages.ts'

/** What steps hand on: who signed in for us, what was told of the account, and which webhook leads to us. */
export type PaymentStepState = { token?: string; account?: unknown; webhookId?: string }

/** What a provider's step works with. */
export type PaymentStepContext = Pick<
  StepContext<PaymentStepState>,
  'platform' | 'signal' | 'state'
> & {
  setup: PaymentSetup
  credentials: PaymentCredentials
  /** Where its webhook must lead; null while the platform does not know its public address. */
  webhookUrl: string | null
}

/** The steps that each provider has its own way for. */
export type PaymentStepName = 'keys' | 'answer' | 'account' | 'webhook'
/** What each step does at one provider. */
export type ProviderSteps = Record<
  PaymentStepName,
  (given: PaymentStepContext) => Promise<StepResult>
> & {
  /** Has the provider send an event before one is looked for: whether it did, or what it tells where that failed. */
  sendEvent?: (given: PaymentStepContext) => Promise<StepResult | 'sent' | null>
}

/** An answer of a provider; what is no JSON is undefined. */
export type ProviderResponse = { status: number; body: unknown }

type ProviderRequestOptions = {
  platform: Pick<Platform, 'outgoing'>
  signal?: AbortSignal | undefined
}

/** Asks a provider by our one door. */
export async function sendProviderRequest(
  { platform, signal }: ProviderRequestOptions,
  { json, ...request }: OutgoingRequest & { json?: object },
): Promise<ProviderResponse> {
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
  return { status, body: parseResponseBody(body) }
}

function parseResponseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

export const buildBasicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** An answer that none of the sentences is for. */
export const toUnexpectedFailure = (name: string, { status }: ProviderResponse): StepResult =>
  status === 429
    ? failStep('rate_limit', paymentProviderMessages.rateLimited(name))
    : failStep(`HTTP_${status}`, paymentProviderMessages.unexpectedStatus(name, status))

export const noPublicUrlMessage = paymentProviderMessages.noPublicUrl
