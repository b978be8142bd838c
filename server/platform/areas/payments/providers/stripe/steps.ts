import { Stripe } from 'stripe'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { toStripeFailure, createStripeClient } from './client.ts'
import type { PaymentStepContext, ProviderSteps } from '../providerSteps.ts'
import { paymentProviderMessages } from '../messages.ts'
import { stripeMessages } from './messages.ts'

/**
 * The events that a webhook must send: without them, the platform doesn't learn the outcome of
 * payments and refunds, or which payments are disputed.
 */
export const requiredStripeEvents: readonly string[] = [
  'charge.failed',
  'payment_intent.succeeded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

const otherMode = { test: 'live', live: 'test' } as const
const keyPattern = /^(sk|rk|pk)_(test|live)_/

/** Checks that the keys belong to this mode, which their prefix names. */
async function checkStripeCredentials({ credentials }: PaymentStepContext): Promise<StepResult> {
  const { mode, secret, publishable, webhook, fields } = credentials
  if (!secret) return failStep('NO_KEY', stripeMessages.noKey(mode), fields.secret)
  const secretParts = keyPattern.exec(secret)
  if (!secretParts || secretParts[1] === 'pk')
    return failStep('NOT_A_KEY', stripeMessages.notSecretKey, fields.secret)
  if (secretParts[2] !== mode)
    return failStep('OTHER_MODE', stripeMessages.otherMode(otherMode[mode], mode), fields.secret)
  const publishableParts = publishable === null ? null : keyPattern.exec(publishable)
  if (publishable !== null && publishableParts?.[1] !== 'pk')
    return failStep('NOT_A_KEY', stripeMessages.notPublishableKey, fields.publishable)
  if (publishableParts && publishableParts[2] !== mode)
    return failStep(
      'OTHER_MODE',
      stripeMessages.otherMode(otherMode[mode], mode),
      fields.publishable,
    )
  if (webhook !== null && !webhook.startsWith('whsec_'))
    return failStep('NOT_A_SECRET', stripeMessages.notWebhookSecret, fields.webhook)
  return passStep(stripeMessages.keysMatch(mode))
}

/** Calls Stripe, and explains its errors in our own words. */
async function runStripeStep(
  { platform, credentials, signal }: PaymentStepContext,
  resourceName: string,
  check: (stripe: Stripe) => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await check(createStripeClient(platform, credentials.secret ?? '', signal))
  } catch (error) {
    return toStripeFailure(error, credentials.fields.secret, resourceName)
  }
}

const checkStripeBalance = (context: PaymentStepContext) =>
  runStripeStep(context, stripeMessages.reads.balance, async (stripe) => {
    const { mode, fields } = context.credentials
    const { livemode, available } = await stripe.balance.retrieve()
    if (livemode !== (mode === 'live'))
      return failStep(
        'OTHER_MODE',
        stripeMessages.otherMode(livemode ? 'live' : 'test', mode),
        fields.secret,
      )
    const currencies = available.map(({ currency }) => currency.toUpperCase())
    return passStep(stripeMessages.balance(currencies))
  })

const checkStripeAccount = (context: PaymentStepContext) =>
  runStripeStep(context, stripeMessages.reads.account, async (stripe) => {
    const account = await stripe.accounts.retrieveCurrent()
    if (!account.charges_enabled) return failStep('NO_CHARGES', stripeMessages.cannotTakePayments)
    return passStep(stripeMessages.account(account.country ?? null))
  })

const checkStripeWebhook = (context: PaymentStepContext) =>
  runStripeStep(context, stripeMessages.reads.webhooks, async (stripe) => {
    if (context.webhookUrl === null) return reportUnknownStep(paymentProviderMessages.noPublicUrl)
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const webhook = data.find(({ url }) => url === context.webhookUrl)
    if (!webhook) return failStep('NO_WEBHOOK', stripeMessages.noWebhook(context.webhookUrl))
    if (webhook.status !== 'enabled') return failStep('WEBHOOK_OFF', stripeMessages.webhookDisabled)
    const events: readonly string[] = webhook.enabled_events
    const missing = requiredStripeEvents.filter(
      (one) => !events.includes(one) && !events.includes('*'),
    )
    if (missing.length > 0) return failStep('WEBHOOK_LACKS', stripeMessages.missingEvents(missing))
    if (context.credentials.webhook === null)
      return failStep(
        'NO_WEBHOOK_SECRET',
        stripeMessages.noWebhookSecret,
        context.credentials.fields.webhook,
      )
    return hasSameVersion(webhook.api_version)
      ? passStep(paymentProviderMessages.webhookComplete)
      : passStep(stripeMessages.otherVersion(Stripe.API_VERSION), { warning: true })
  })

/**
 * Whether events have the version that we read. Releases of one name ("2026-10-28.endive") are
 * compatible. An endpoint without a version uses the account's own, which the API doesn't report.
 */
const hasSameVersion = (version: string | null) =>
  version === null || version.endsWith(`.${Stripe.MAJOR_API_VERSION}`)

/** The test steps for Stripe (integrations.md, Payment). */
export const stripeSteps: ProviderSteps = {
  keys: checkStripeCredentials,
  answer: checkStripeBalance,
  account: checkStripeAccount,
  webhook: checkStripeWebhook,
}
