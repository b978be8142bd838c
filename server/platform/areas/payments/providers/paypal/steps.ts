import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { toUnexpectedFailure } from '../providerSteps.ts'
import type { PaymentStepContext, ProviderSteps } from '../providerSteps.ts'
import { sendPaypalRequest, requestPaypalToken } from './client.ts'
import { paypalFailureEvents, paypalPaidEvent } from './events.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentProviderMessages } from '../messages.ts'
import { paypalMessages } from './messages.ts'

const PaypalToken = type({ access_token: string(), scope: string() })
const PaypalWebhooks = type({
  webhooks: array(
    type({ id: string(), url: string(), event_types: array(type({ name: string() })) }),
  ),
})

const toPaypalPlatform = ({ platform, signal }: PaymentStepContext) => ({
  outgoing: platform.outgoing,
  endpoints: platform.endpoints,
  signal,
})

/** The events that a webhook must send about payments, refunds, and disputes. */
export const requiredPaypalEvents: readonly string[] = [
  paypalFailureEvents[0],
  paypalPaidEvent,
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]
const captureScopePattern = /services\/payments\/(payment\/authcapture|realtimepayment)/

async function checkPaypalCredentials({ credentials }: PaymentStepContext): Promise<StepResult> {
  const { mode, publishable, secret, fields } = credentials
  if (!publishable) return failStep('NO_KEY', paypalMessages.noClientId(mode), fields.publishable)
  if (!secret) return failStep('NO_KEY', paypalMessages.noClientSecret(mode), fields.secret)
  return passStep(paypalMessages.complete)
}

async function signInToPaypal(context: PaymentStepContext): Promise<StepResult> {
  const { mode, fields } = context.credentials
  const response = await requestPaypalToken(toPaypalPlatform(context), context.credentials)
  if (response.status === 401)
    return failStep('invalid_client', paypalMessages.unknownClient(mode), fields.secret)
  if (response.status !== 200 || !is(response.body, PaypalToken))
    return toUnexpectedFailure(gateways.paypal, response)
  context.state.token = response.body.access_token
  context.state.account = response.body.scope
  return passStep(paypalMessages.clientAccepted)
}

async function checkPaypalScope({ state }: PaymentStepContext): Promise<StepResult> {
  return captureScopePattern.test(String(state.account))
    ? passStep(paypalMessages.canTakePayments)
    : failStep('NOT_AUTHORIZED', paypalMessages.cannotTakePayments)
}

async function checkPaypalWebhook(context: PaymentStepContext): Promise<StepResult> {
  if (context.webhookUrl === null) return reportUnknownStep(paymentProviderMessages.noPublicUrl)
  const response = await sendPaypalRequest(toPaypalPlatform(context), context.credentials.mode, {
    path: '/v1/notifications/webhooks',
    token: context.state.token ?? '',
  })
  if (response.status === 403) return failStep('NOT_AUTHORIZED', paypalMessages.cannotReadWebhooks)
  if (response.status !== 200 || !is(response.body, PaypalWebhooks))
    return toUnexpectedFailure(gateways.paypal, response)
  const ourWebhook = response.body.webhooks.find(({ url }) => url === context.webhookUrl)
  if (!ourWebhook) return failStep('NO_WEBHOOK', paypalMessages.noWebhook(context.webhookUrl))
  const names = ourWebhook.event_types.map(({ name }) => name)
  const missing = requiredPaypalEvents.filter((one) => !names.includes(one) && !names.includes('*'))
  if (missing.length > 0) return failStep('WEBHOOK_LACKS', paypalMessages.missingEvents(missing))
  const { webhook, fields } = context.credentials
  return webhook === ourWebhook.id
    ? passStep(paymentProviderMessages.webhookComplete)
    : failStep('OTHER_WEBHOOK', paypalMessages.otherWebhook(ourWebhook.id), fields.webhook)
}

/** The test steps for PayPal (integrations.md, Payment). */
export const paypalSteps: ProviderSteps = {
  keys: checkPaypalCredentials,
  answer: signInToPaypal,
  account: checkPaypalScope,
  webhook: checkPaypalWebhook,
}
