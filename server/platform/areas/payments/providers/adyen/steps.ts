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
} from './client.ts'
import { isAdyenHmacKey } from './events.ts'
import { requestAdyenTestEvent } from './testEvent.ts'
import { toUnexpectedFailure } from '../providerSteps.ts'
import type { ProviderResponse } from '../providerHttp.ts'
import type { PaymentStepContext, ProviderSteps } from '../providerSteps.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentProviderMessages } from '../messages.ts'
import { adyenMessages } from './messages.ts'

const AdyenApiCredential = type({
  active: boolean(),
  allowedIpAddresses: array(string()),
})
const AdyenPaymentMethods = type({ paymentMethods: optional(array(anything())) })
const AdyenWebhook = type({
  id: optional(string()),
  url: string(),
  active: boolean(),
  additionalSettings: optional(type({ excludeEventCodes: optional(array(string())) })),
})
const AdyenWebhooks = type({ data: optional(array(AdyenWebhook)) })

/** The events that a webhook must not leave out: those about payments, refunds, and disputes. */
const requiredAdyenEvents = [
  'AUTHORISATION',
  'REFUND',
  'REFUND_FAILED',
  'NOTIFICATION_OF_CHARGEBACK',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
]

function toAdyenFailure(
  context: PaymentStepContext,
  response: ProviderResponse,
  resourceName: string,
): StepResult {
  const { secret } = context.credentials.fields
  if (response.status === 401) return failStep('000', adyenMessages.unknownKey, secret)
  if (response.status === 403)
    return failStep('403', adyenMessages.cannotRead(resourceName), secret)
  return toUnexpectedFailure(gateways.adyen, response)
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
  if (webhook !== null && !isAdyenHmacKey(webhook))
    return failStep('NOT_A_SECRET', adyenMessages.notHmacKey, fields.webhook)
  return passStep(adyenMessages.complete)
}

async function checkAdyenApiKey(context: PaymentStepContext): Promise<StepResult> {
  const response = await sendAdyenRequest(context, `${getAdyenManagementUrl(context)}/v3/me`)
  if (response.status !== 200 || !is(response.body, AdyenApiCredential))
    return toAdyenFailure(context, response, adyenMessages.reads.key)
  const { secret } = context.credentials.fields
  if (!response.body.active) return failStep('INACTIVE', adyenMessages.keyDisabled, secret)
  const { allowedIpAddresses: ipAddresses } = response.body
  return ipAddresses.length === 0
    ? passStep(adyenMessages.keyAccepted)
    : passStep(adyenMessages.limitedAddresses(formatAddresses(ipAddresses)), { warning: true })
}

const maxAddresses = 3
/** Formats the addresses. Anything that doesn't look like an IP address or range isn't repeated. */
function formatAddresses(addresses: readonly string[]): string {
  const shown = addresses.filter((one) => /^[\da-f.:/*-]{1,60}$/i.test(one)).slice(0, maxAddresses)
  const more = addresses.length - shown.length
  return adyenMessages.addresses(shown, more)
}

async function checkAdyenMethods(context: PaymentStepContext): Promise<StepResult> {
  const { merchantAccount } = context.setup
  const url = `${getAdyenCheckoutUrl(context)}/paymentMethods`
  const response = await sendAdyenRequest(context, url, { json: { merchantAccount } }).catch(
    (error: unknown) => {
      if (!(error instanceof NetworkError) || error.code !== 'ENOTFOUND' || !hasLiveUrlPrefix(url))
        throw error
      return error
    },
  )
  if (response instanceof NetworkError)
    return failStep(response.code, response.sentence, 'liveUrlPrefix')
  const isUnknown = Reflect.get(Object(response.body), 'errorCode') === '901'
  if (isUnknown)
    return failStep('901', adyenMessages.unknownMerchantAccount(merchantAccount), 'merchantAccount')
  if (response.status !== 200 || !is(response.body, AdyenPaymentMethods))
    return toAdyenFailure(context, response, adyenMessages.reads.methods)
  const count = response.body.paymentMethods?.length ?? 0
  return count === 0
    ? failStep('NO_METHODS', adyenMessages.noMethods)
    : passStep(adyenMessages.methods(count))
}

async function checkAdyenWebhook(context: PaymentStepContext): Promise<StepResult> {
  if (context.webhookUrl === null) return reportUnknownStep(paymentProviderMessages.noPublicUrl)
  const response = await sendAdyenRequest(
    context,
    `${getAdyenManagementUrl(context)}/v3/merchants/${encodeMerchantAccount(context)}/webhooks?pageSize=100`,
  )
  if (response.status !== 200 || !is(response.body, AdyenWebhooks))
    return toAdyenFailure(context, response, adyenMessages.reads.webhooks)
  const webhook = response.body.data?.find(({ url }) => url === context.webhookUrl)
  if (!webhook) return failStep('NO_WEBHOOK', adyenMessages.noWebhook(context.webhookUrl))
  if (!webhook.active) return failStep('WEBHOOK_OFF', adyenMessages.webhookDisabled)
  const excluded = webhook.additionalSettings?.excludeEventCodes ?? []
  const missing = requiredAdyenEvents.filter((one) => excluded.includes(one))
  if (missing.length > 0) return failStep('WEBHOOK_LACKS', adyenMessages.missingEvents(missing))
  if (webhook.id !== undefined) context.state.webhookId = webhook.id
  return passStep(adyenMessages.webhookPointsHere)
}

/** The test steps for Adyen (integrations.md, Payment). */
export const adyenSteps: ProviderSteps = {
  keys: checkAdyenCredentials,
  answer: checkAdyenApiKey,
  account: checkAdyenMethods,
  webhook: checkAdyenWebhook,
  sendEvent: requestAdyenTestEvent,
}
