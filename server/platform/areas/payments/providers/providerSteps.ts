import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'
import type { ProviderResponse } from './providerHttp.ts'
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

/** Converts a response without a message of its own. */
export const toUnexpectedFailure = (name: string, { status }: ProviderResponse): StepResult =>
  status === 429
    ? failStep('rate_limit', paymentProviderMessages.rateLimited(name))
    : failStep(`HTTP_${status}`, paymentProviderMessages.unexpectedStatus(name, status))
