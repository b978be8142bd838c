import { array, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { getAdyenManagementUrl, sendAdyenRequest, encodeMerchantAccount } from './client.ts'
import type { PaymentStepContext } from '../providerSteps.ts'
import { adyenMessages } from './messages.ts'

const TestEventResponse = type({ data: array(type({ responseCode: optional(string()) })) })

/** Shorter than a step's time limit, which leaves time to look for the event. Milliseconds. */
const testEventTimeoutMs = 3500

/** An event that triggers nothing and names no order of ours. */
const testEvent = {
  types: ['CUSTOM'],
  notification: {
    eventCode: 'NOTIFICATIONTEST',
    merchantReference: 'connection-test',
    amount: { value: 100, currency: 'EUR' },
    paymentMethod: 'visa',
    reason: adyenMessages.testEventReason,
    success: true,
  },
}

/**
 * Requests a test event from Adyen. Returns a failure if we rejected its signature, and null if
 * Adyen sent none, for example because the key may not test webhooks.
 */
export async function requestAdyenTestEvent(
  context: PaymentStepContext,
): Promise<StepResult | 'sent' | null> {
  const { credentials, state, signal } = context
  if (state.webhookId === undefined || credentials.webhook === null) return null
  const url = `${getAdyenManagementUrl(context)}/v3/merchants/${encodeMerchantAccount(context)}/webhooks/${encodeURIComponent(state.webhookId)}/test`
  const testSignal = AbortSignal.any([signal, AbortSignal.timeout(testEventTimeoutMs)])
  const response = await sendAdyenRequest({ ...context, signal: testSignal }, url, {
    json: testEvent,
  }).catch((error: unknown) => {
    if (error instanceof NetworkError) return null
    throw error
  })
  if (!response || !is(response.body, TestEventResponse)) return null
  return response.body.data.some(({ responseCode }) => responseCode === '400')
    ? failStep('NOT_GENUINE', adyenMessages.otherHmacKey, credentials.fields.webhook)
    : 'sent'
}
