import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { noPublicUrlMessage, toUnexpectedFailure } from '../setups/providerHttp.ts'
import type { PaymentStepContext, ProviderSteps } from '../setups/providerHttp.ts'
import { sendPaypalRequest, requestPaypalToken } from './paypal.ts'
import { paypalFailureEvents, paypalPaidEvent } from './paypalEvents.ts'
import { paypalMessages, paymentProviderMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

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

const requiredPaypalEvents = [paypalFailureEvents[0], paypalPaidEvent]
const captureScopePattern = /services\/payments\/(payment\/authcapture|realtimepayment)/

async function checkPaypalCredentials({ credentials }: PaymentStepContext): Promise<StepResult> {
  const { mode, publishable, secret, fields } = credentials
  if (!publishable) return failStep('NO_KEY', paypalMessages.noClientId(mode), fields.publishable)
  if (!secret) return failStep('NO_KEY', paypalMessages.noClientSecret(mode), fields.secret)
  return passStep(paypalMessages.complete)
}

async function signInToPaypal(given: PaymentStepContext): Promise<StepResult> {
  const { mode, fields } = given.credentials
  const told = await requestPaypalToken(toPaypalPlatform(given), given.credentials)
  if (told.status === 401)
    return failStep('invalid_client', paypalMessages.unknownClient(mode), fields.secret)
  if (told.status !== 200 || !is(told.body, PaypalToken))
    return toUnexpectedFailure(gateways.paypal, told)
  given.state.token = told.body.access_token
  given.state.account = told.body.scope
  return passStep(paypalMessages.clientAccepted)
}

async function checkPaypalScope({ state: found }: PaymentStepContext): Promise<StepResult> {
  return captureScopePattern.test(String(found.account))
    ? passStep(paypalMessages.canTakePayments)
    : failStep('NOT_AUTHORIZED', paypalMessages.cannotTakePayments)
}

async function checkPaypalWebhook(given: PaymentStepContext): Promise<StepResult> {
  if (given.webhookUrl === null) return reportUnknownStep(noPublicUrlMessage)
  const told = await sendPaypalRequest(toPaypalPlatform(given), given.credentials.mode, {
    path: '/v1/notifications/webhooks',
    token: given.state.token ?? '',
  })
  if (told.status === 403) return failStep('NOT_AUTHORIZED', paypalMessages.cannotReadWebhooks)
  if (told.status !== 200 || !is(told.body, PaypalWebhooks))
    return toUnexpectedFailure(gateways.paypal, told)
  const ours = told.body.webhooks.find(({ url }) => url === given.webhookUrl)
  if (!ours) return failStep('NO_WEBHOOK', paypalMessages.noWebhook(given.webhookUrl))
  const names = ours.event_types.map(({ name }) => name)
  const missing = requiredPaypalEvents.filter((one) => !names.includes(one) && !names.includes('*'))
  if (missing.length > 0) return failStep('WEBHOOK_LACKS', paypalMessages.missingEvents(missing))
  const { webhook, fields } = given.credentials
  return webhook === ours.id
    ? passStep(paymentProviderMessages.webhookComplete)
    : failStep('OTHER_WEBHOOK', paypalMessages.otherWebhook(ours.id), fields.webhook)
}

/** The test steps for PayPal (integrations.md, Payment). */
export const paypalSteps: ProviderSteps = {
  keys: checkPaypalCredentials,
  answer: signInToPaypal,
  account: checkPaypalScope,
  webhook: checkPaypalWebhook,
}
