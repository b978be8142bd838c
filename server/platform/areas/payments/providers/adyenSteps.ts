import { array, boolean, optional, string, type, unknown as anything } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/core/integrations/integration.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import { adyenCheckout, adyenManagement, askAdyen, isPrefixed, merchantOf } from './adyen.ts'
import { sendTestEvent } from './adyenTestEvent.ts'
import { noAddress, unexpected } from '../setups/asking.ts'
import type { Asking, ProviderSteps, Told } from '../setups/asking.ts'
import { adyenMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

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
  if (told.status === 401) return failed('000', adyenMessages.unknownKey, secret)
  if (told.status === 403) return failed('403', adyenMessages.cannotRead(wanted), secret)
  return unexpected(gateways.adyen, told)
}

async function checkKeys({ setup, credentials }: Asking): Promise<StepResult> {
  const { mode, secret, webhook, fields } = credentials
  if (!secret) return failed('NO_KEY', adyenMessages.noKey(mode), fields.secret)
  if (!setup.merchantAccount)
    return failed('NO_MERCHANT', adyenMessages.noMerchantAccount, 'merchantAccount')
  if (mode === 'live' && !setup.liveUrlPrefix)
    return failed('NO_PREFIX', adyenMessages.noPrefix, 'liveUrlPrefix')
  if (webhook !== null && !/^[0-9a-f]{64}$/i.test(webhook))
    return failed('NOT_A_SECRET', adyenMessages.notHmacKey, fields.webhook)
  return passed(adyenMessages.complete)
}

async function readMe(given: Asking): Promise<StepResult> {
  const told = await askAdyen(given, `${adyenManagement(given)}/v3/me`)
  if (told.status !== 200 || !is(told.body, Me))
    return refused(given, told, adyenMessages.reads.key)
  const { secret } = given.credentials.fields
  if (!told.body.active) return failed('INACTIVE', adyenMessages.keyDisabled, secret)
  const { roles, allowedIpAddresses: from } = told.body
  return from.length === 0
    ? passed(adyenMessages.roles(roles.length))
    : passed(adyenMessages.limitedAddresses(addressesTold(from)), { warning: true })
}

const mostAddresses = 3
/** Only what looks like an address or a range of them is repeated. */
function addressesTold(addresses: readonly string[]): string {
  const shown = addresses.filter((one) => /^[\da-f.:/*-]{1,60}$/i.test(one)).slice(0, mostAddresses)
  const more = addresses.length - shown.length
  return adyenMessages.addresses(shown, more)
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
    return failed('901', adyenMessages.unknownMerchantAccount(merchantAccount), 'merchantAccount')
  if (told.status !== 200 || !is(told.body, Methods))
    return refused(given, told, adyenMessages.reads.methods)
  const count = told.body.paymentMethods?.length ?? 0
  return count === 0
    ? failed('NO_METHODS', adyenMessages.noMethods)
    : passed(adyenMessages.methods(count))
}

async function readWebhooks(given: Asking): Promise<StepResult> {
  if (given.address === null) return unknown(noAddress)
  const told = await askAdyen(
    given,
    `${adyenManagement(given)}/v3/merchants/${merchantOf(given)}/webhooks?pageSize=100`,
  )
  if (told.status !== 200 || !is(told.body, Webhooks))
    return refused(given, told, adyenMessages.reads.webhooks)
  const ours = told.body.data?.find(({ url }) => url === given.address)
  if (!ours) return failed('NO_WEBHOOK', adyenMessages.noWebhook(given.address))
  if (!ours.active) return failed('WEBHOOK_OFF', adyenMessages.webhookDisabled)
  if (ours.id !== undefined) given.found.webhookId = ours.id
  return passed(adyenMessages.webhookPointsHere)
}

/** What is tried at Adyen (integrations.md, Payment). */
export const adyenSteps: ProviderSteps = {
  keys: checkKeys,
  answer: readMe,
  account: readMethods,
  webhook: readWebhooks,
  sendEvent: sendTestEvent,
}
