import { array, boolean, optional, string, type, unknown as anything } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import {
  getAdyenCheckoutUrl,
  getAdyenManagementUrl,
  sendAdyenRequest,
  hasLiveUrlPrefix,
  encodeMerchantAccount,
} from './adyen.ts'
import { sendAdyenTestEvent } from './adyenTestEvent.ts'
import { noPublicUrlMessage, toUnexpectedFailure } from '../setups/providerHttp.ts'
import type { PaymentStepContext, ProviderSteps, ProviderResponse } from '../setups/providerHttp.ts'
import { adyenMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const AdyenApiCredential = type({
  active: boolean(),
  roles: array(string()),
  allowedIpAddresses: array(string()),
})
const AdyenPaymentMethods = type({ paymentMethods: optional(array(anything())) })
const AdyenWebhooks = type({
  data: optional(array(type({ id: optional(string()), url: string(), active: boolean() }))),
})

function toAdyenFailure(
  given: PaymentStepContext,
  told: ProviderResponse,
  wanted: string,
): StepResult {
  const { secret } = given.credentials.fields
  if (told.status === 401) return failStep('000', adyenMessages.unknownKey, secret)
  if (told.status === 403) return failStep('403', adyenMessages.cannotRead(wanted), secret)
  return toUnexpectedFailure(gateways.adyen, told)
}

async function checkAdyenCredentials({
  setup,
  credentials,
}: PaymentStepContext): Promise<StepResult> {
  const { mode, secret, webhook, fields } = credentials
  if (!secret) return failStep('NO_KEY', adyenMessages.noKey(mode), fields.secret)
  if (!setup.merchantAccount)
    return failStep('NO_MERCHANT', adyenMessages.noMerchantAccount, 'merchantAccount')
  if (mode === 'live' && !setup.liveUrlPrefix)
    return failStep('NO_PREFIX', adyenMessages.noPrefix, 'liveUrlPrefix')
  if (webhook !== null && !/^[0-9a-f]{64}$/i.test(webhook))
    return failStep('NOT_A_SECRET', adyenMessages.notHmacKey, fields.webhook)
  return passStep(adyenMessages.complete)
}

async function checkAdyenApiKey(given: PaymentStepContext): Promise<StepResult> {
  const told = await sendAdyenRequest(given, `${getAdyenManagementUrl(given)}/v3/me`)
  if (told.status !== 200 || !is(told.body, AdyenApiCredential))
    return toAdyenFailure(given, told, adyenMessages.reads.key)
  const { secret } = given.credentials.fields
  if (!told.body.active) return failStep('INACTIVE', adyenMessages.keyDisabled, secret)
  const { roles, allowedIpAddresses: from } = told.body
  return from.length === 0
    ? passStep(adyenMessages.roles(roles.length))
    : passStep(adyenMessages.limitedAddresses(formatAddresses(from)), { warning: true })
}

const maxAddresses = 3
/** Formats the addresses. Anything that doesn't look like an IP address or range isn't repeated. */
function formatAddresses(addresses: readonly string[]): string {
  const shown = addresses.filter((one) => /^[\da-f.:/*-]{1,60}$/i.test(one)).slice(0, maxAddresses)
  const more = addresses.length - shown.length
  return adyenMessages.addresses(shown, more)
}

async function checkAdyenMethods(given: PaymentStepContext): Promise<StepResult> {
  const { merchantAccount } = given.setup
  const url = `${getAdyenCheckoutUrl(given)}/paymentMethods`
  const told = await sendAdyenRequest(given, url, { json: { merchantAccount } }).catch(
    (error: unknown) => {
      if (!(error instanceof NetworkError) || error.code !== 'ENOTFOUND' || !hasLiveUrlPrefix(url))
        throw error
      return error
    },
  )
  if (told instanceof NetworkError) return failStep(told.code, told.sentence, 'liveUrlPrefix')
  const isUnknown = Reflect.get(Object(told.body), 'errorCode') === '901'
  if (isUnknown)
    return failStep('901', adyenMessages.unknownMerchantAccount(merchantAccount), 'merchantAccount')
  if (told.status !== 200 || !is(told.body, AdyenPaymentMethods))
    return toAdyenFailure(given, told, adyenMessages.reads.methods)
  const count = told.body.paymentMethods?.length ?? 0
  return count === 0
    ? failStep('NO_METHODS', adyenMessages.noMethods)
    : passStep(adyenMessages.methods(count))
}

async function checkAdyenWebhook(given: PaymentStepContext): Promise<StepResult> {
  if (given.webhookUrl === null) return reportUnknownStep(noPublicUrlMessage)
  const told = await sendAdyenRequest(
    given,
    `${getAdyenManagementUrl(given)}/v3/merchants/${encodeMerchantAccount(given)}/webhooks?pageSize=100`,
  )
  if (told.status !== 200 || !is(told.body, AdyenWebhooks))
    return toAdyenFailure(given, told, adyenMessages.reads.webhooks)
  const ours = told.body.data?.find(({ url }) => url === given.webhookUrl)
  if (!ours) return failStep('NO_WEBHOOK', adyenMessages.noWebhook(given.webhookUrl))
  if (!ours.active) return failStep('WEBHOOK_OFF', adyenMessages.webhookDisabled)
  if (ours.id !== undefined) given.state.webhookId = ours.id
  return passStep(adyenMessages.webhookPointsHere)
}

/** The test steps for Adyen (integrations.md, Payment). */
export const adyenSteps: ProviderSteps = {
  keys: checkAdyenCredentials,
  answer: checkAdyenApiKey,
  account: checkAdyenMethods,
  webhook: checkAdyenWebhook,
  sendEvent: sendAdyenTestEvent,
}
