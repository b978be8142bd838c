import { array, string, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { StepResult } from '#server/platform/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/integrations/integration.ts'
import { noAddress, unexpected } from '../asking.ts'
import type { Asking, ProviderSteps } from '../asking.ts'
import { askPaypal, signInAtPaypal } from './paypal.ts'
import { paypalFailures, paypalPaid } from './paypalEvents.ts'

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
  if (!publishable) return failed('NO_KEY', `There is no ${mode} client id.`, fields.publishable)
  if (!secret) return failed('NO_KEY', `There is no ${mode} client secret.`, fields.secret)
  return passed('Client id and secret are there.')
}

async function signIn(given: Asking): Promise<StepResult> {
  const { mode, fields } = given.credentials
  const told = await signInAtPaypal(asks(given), given.credentials)
  if (told.status === 401)
    return failed(
      'invalid_client',
      `PayPal knows no such client id and secret in ${mode} mode. Those of the sandbox are not those of live.`,
      fields.secret,
    )
  if (told.status !== 200 || !is(told.body, Token)) return unexpected('PayPal', told)
  given.found.token = told.body.access_token
  given.found.told = told.body.scope
  return passed('PayPal knows the client.')
}

async function checkScope({ found }: Asking): Promise<StepResult> {
  return captures.test(String(found.told))
    ? passed('The client may take payments.')
    : failed('NOT_AUTHORIZED', 'The client may take no payments: allow it in the Dashboard.')
}

async function readWebhooks(given: Asking): Promise<StepResult> {
  if (given.address === null) return unknown(noAddress)
  const told = await askPaypal(asks(given), given.credentials.mode, {
    path: '/v1/notifications/webhooks',
    token: given.found.token ?? '',
  })
  if (told.status === 403) return failed('NOT_AUTHORIZED', 'The client may not read webhooks.')
  if (told.status !== 200 || !is(told.body, Webhooks)) return unexpected('PayPal', told)
  const ours = told.body.webhooks.find(({ url }) => url === given.address)
  if (!ours) return failed('NO_WEBHOOK', `No webhook leads to ${given.address}.`)
  const names = ours.event_types.map(({ name }) => name)
  const missing = paypalEvents.filter((one) => !names.includes(one) && !names.includes('*'))
  if (missing.length > 0)
    return failed('WEBHOOK_LACKS', `The webhook to us lacks ${missing.join(', ')}.`)
  const { webhook, fields } = given.credentials
  return webhook === ours.id
    ? passed('The webhook leads here and tells what is needed.')
    : failed('OTHER_WEBHOOK', `Give the id of the webhook: ${ours.id}.`, fields.webhook)
}

/** What is tried at PayPal (integrations.md, Payment). */
export const paypalSteps: ProviderSteps = {
  keys: checkKeys,
  answer: signIn,
  account: checkScope,
  webhook: readWebhooks,
}
