import { array, boolean, optional, string, type, unknown as anything } from 'superstruct'
import { is } from '#shared/is.ts'
import type { StepResult } from '#server/platform/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/integrations/integration.ts'
import { OutgoingFault } from '#server/platform/outgoing/faults.ts'
import { adyenCheckout, adyenManagement, askAdyen, isPrefixed, merchantOf } from './adyen.ts'
import { sendTestEvent } from './adyenTestEvent.ts'
import { noAddress, unexpected } from '../asking.ts'
import type { Asking, ProviderSteps, Told } from '../asking.ts'

const Me = type({
  active: boolean(),
  roles: array(string()),
  allowedIpAddresses: array(string()),
})
const Methods = type({ paymentMethods: optional(array(anything())) })
const Webhooks = type({
  data: optional(array(type({ id: optional(string()), url: string(), active: boolean() }))),
})

function refused(given: Asking, told: Told, wanted: string): StepResult {
  const { secret } = given.credentials.fields
  if (told.status === 401) return failed('000', 'Adyen does not know this API key.', secret)
  if (told.status === 403) return failed('403', `The API key may not read ${wanted}.`, secret)
  return unexpected('Adyen', told)
}

async function checkKeys({ setup, credentials }: Asking): Promise<StepResult> {
  const { mode, secret, webhook, fields } = credentials
  if (!secret) return failed('NO_KEY', `There is no ${mode} API key.`, fields.secret)
  if (!setup.merchantAccount)
    return failed('NO_MERCHANT', 'Name the merchant account.', 'merchantAccount')
  if (mode === 'live' && !setup.liveUrlPrefix)
    return failed('NO_PREFIX', 'Live payments need the live URL prefix.', 'liveUrlPrefix')
  if (webhook !== null && !/^[0-9a-f]{64}$/i.test(webhook))
    return failed('NOT_A_SECRET', 'An HMAC key has 64 digits from 0 to F.', fields.webhook)
  return passed('All that Adyen needs is there.')
}

async function readMe(given: Asking): Promise<StepResult> {
  const told = await askAdyen(given, `${adyenManagement(given)}/v3/me`)
  if (told.status !== 200 || !is(told.body, Me)) return refused(given, told, 'itself')
  const { secret } = given.credentials.fields
  if (!told.body.active) return failed('INACTIVE', 'The API key is switched off at Adyen.', secret)
  const { roles, allowedIpAddresses: from } = told.body
  const has = `The API key has ${roles.length} roles`
  return from.length === 0
    ? passed(`${has}.`)
    : passed(`${has} and counts from ${addressesTold(from)} alone: all of ours must be there.`, {
        warning: true,
      })
}

const mostAddresses = 3
/** Only what looks like an address or a range of them is repeated. */
function addressesTold(addresses: readonly string[]): string {
  const shown = addresses.filter((one) => /^[\da-f.:/*-]{1,60}$/i.test(one)).slice(0, mostAddresses)
  const more = addresses.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

async function readMethods(given: Asking): Promise<StepResult> {
  const { merchantAccount } = given.setup
  const url = `${adyenCheckout(given)}/paymentMethods`
  const told = await askAdyen(given, url, { json: { merchantAccount } }).catch((error: unknown) => {
    if (!(error instanceof OutgoingFault) || error.code !== 'ENOTFOUND' || !isPrefixed(url))
      throw error
    return error
  })
  if (told instanceof OutgoingFault) return failed(told.code, told.sentence, 'liveUrlPrefix')
  const isUnknown = Reflect.get(Object(told.body), 'errorCode') === '901'
  if (isUnknown)
    return failed(
      '901',
      `There is no merchant account ${merchantAccount} for this key.`,
      'merchantAccount',
    )
  if (told.status !== 200 || !is(told.body, Methods)) return refused(given, told, 'payment methods')
  const count = told.body.paymentMethods?.length ?? 0
  return count === 0
    ? failed('NO_METHODS', 'No payment method is active for the merchant account.')
    : passed(`It takes payments by ${count} methods.`)
}

async function readWebhooks(given: Asking): Promise<StepResult> {
  if (given.address === null) return unknown(noAddress)
  const told = await askAdyen(
    given,
    `${adyenManagement(given)}/v3/merchants/${merchantOf(given)}/webhooks?pageSize=100`,
  )
  if (told.status !== 200 || !is(told.body, Webhooks)) return refused(given, told, 'webhooks')
  const ours = told.body.data?.find(({ url }) => url === given.address)
  if (!ours) return failed('NO_WEBHOOK', `No webhook leads to ${given.address}.`)
  if (!ours.active) return failed('WEBHOOK_OFF', 'The webhook to us is switched off at Adyen.')
  if (ours.id !== undefined) given.found.webhookId = ours.id
  return passed('The webhook leads here.')
}

/** What is tried at Adyen (integrations.md, Payment). */
export const adyenSteps: ProviderSteps = {
  keys: checkKeys,
  answer: readMe,
  account: readMethods,
  webhook: readWebhooks,
  sendEvent: sendTestEvent,
}
