import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'
import { paymentProviderMessages } from './messages.ts'

/** Results that a step leaves for the next: the access token, the account, and our webhook's ID. */
export type PaymentStepState = { token?: string; account?: unknown; webhookId?: string }

/** The context of a provider's step. */
export type PaymentStepContext = Pick<
  StepContext<PaymentStepState>,
  'platform' | 'signal' | 'state'
> & {
  setup: PaymentSetup
  credentials: PaymentCredentials
  /** The URL that the provider's webhook must have; null while the platform has no public URL. */
  webhookUrl: string | null
}

/** The steps that each provider implements. */
export type PaymentStepName = 'keys' | 'answer' | 'account' | 'webhook'
/** The steps of one provider. */
export type ProviderSteps = Record<
  PaymentStepName,
  (given: PaymentStepContext) => Promise<StepResult>
> & {
  /**
   * Requests a test event before the event step looks for one. Returns `sent`, a failure, or null
   * if none was sent.
   */
  sendEvent?: (given: PaymentStepContext) => Promise<StepResult | 'sent' | null>
}

/** A provider's response. The body is undefined if it isn't JSON. */
export type ProviderResponse = { status: number; body: unknown }

type ProviderRequestOptions = {
  platform: Pick<Platform, 'outgoing'>
  signal?: AbortSignal | undefined
}

/** Sends a request to a provider through `outgoing`. */
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

/** Converts a response without a message of its own. */
export const toUnexpectedFailure = (name: string, { status }: ProviderResponse): StepResult =>
  status === 429
    ? failStep('rate_limit', paymentProviderMessages.rateLimited(name))
    : failStep(`HTTP_${status}`, paymentProviderMessages.unexpectedStatus(name, status))

export const noPublicUrlMessage = paymentProviderMessages.noPublicUrl
