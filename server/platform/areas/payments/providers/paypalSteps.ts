import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/core/integrations/integration.ts'
import { noAddress, unexpected } from '../setups/asking.ts'
import type { Asking, ProviderSteps } from '../setups/asking.ts'
import { askPaypal, signInAtPaypal } from './paypal.ts'
import { paypalFailures, paypalPaid } from './paypalEvents.ts'
import { paypalMessages, providerMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const Token = type({ access_token: string(), scope: string() })
const Webhooks = type({
  webhooks: array(
    type({ id: string(), url: string(), event_types: array(type({ name: string() })) }),
  ),
})

const asks = ({ platform, signal }: Asking) => ({
  outgoing: platform.outgoing,
  endpoints: platform.endpoints,
  signal,
})

const paypalEvents = [paypalFailures[0], paypalPaid]
const captures = /services\/payments\/(payment\/authcapture|realtimepayment)/

async function checkKeys({ credentials }: Asking): Promise<StepResult> {
  const { mode, publishable, secret, fields } = credentials
  if (!publishable) return failed('NO_KEY', paypalMessages.noClientId(mode), fields.publishable)
  if (!secret) return failed('NO_KEY', paypalMessages.noClientSecret(mode), fields.secret)
  return passed(paypalMessages.complete)
}

async function signIn(given: Asking): Promise<StepResult> {
  const { mode, fields } = given.credentials
  const told = await signInAtPaypal(asks(given), given.credentials)
  if (told.status === 401)
    return failed('invalid_client', paypalMessages.unknownClient(mode), fields.secret)
  if (told.status !== 200 || !is(told.body, Token)) return unexpected(gateways.paypal, told)
  given.found.token = told.body.access_token
  given.found.told = told.body.scope
  return passed(paypalMessages.clientAccepted)
}

async function checkScope({ found }: Asking): Promise<StepResult> {
  return captures.test(String(found.told))
    ? passed(paypalMessages.canTakePayments)
    : failed('NOT_AUTHORIZED', paypalMessages.cannotTakePayments)
}

async function readWebhooks(given: Asking): Promise<StepResult> {
  if (given.address === null) return unknown(noAddress)
  const told = await askPaypal(asks(given), given.credentials.mode, {
    path: '/v1/notifications/webhooks',
    token: given.found.token ?? '',
  })
  if (told.status === 403) return failed('NOT_AUTHORIZED', paypalMessages.cannotReadWebhooks)
  if (told.status !== 200 || !is(told.body, Webhooks)) return unexpected(gateways.paypal, told)
  const ours = told.body.webhooks.find(({ url }) => url === given.address)
  if (!ours) return failed('NO_WEBHOOK', paypalMessages.noWebhook(given.address))
  const names = ours.event_types.map(({ name }) => name)
  const missing = paypalEvents.filter((one) => !names.includes(one) && !names.includes('*'))
  if (missing.length > 0) return failed('WEBHOOK_LACKS', paypalMessages.missingEvents(missing))
  const { webhook, fields } = given.credentials
  return webhook === ours.id
    ? passed(providerMessages.webhookComplete)
    : failed('OTHER_WEBHOOK', paypalMessages.otherWebhook(ours.id), fields.webhook)
}

/** What is tried at PayPal (integrations.md, Payment). */
export const paypalSteps: ProviderSteps = {
  keys: checkKeys,
  answer: signIn,
  account: checkScope,
  webhook: readWebhooks,
}
