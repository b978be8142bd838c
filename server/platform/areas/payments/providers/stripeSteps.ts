import { Stripe } from 'stripe'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/core/integrations/integration.ts'
import { stripeFailure, stripeWith } from './stripe.ts'
import { noAddress } from '../setups/asking.ts'
import type { Asking, ProviderSteps } from '../setups/asking.ts'
import { providerMessages, stripeMessages } from './messages.ts'

/** Without these the platform does not hear what became of payments. */
export const stripeEvents = ['charge.failed', 'payment_intent.succeeded'] as const

const otherMode = { test: 'live', live: 'test' } as const
const prefix = /^(sk|rk|pk)_(test|live)_/

/** The keys belong to this mode, which their first letters say. */
async function checkKeys({ credentials }: Asking): Promise<StepResult> {
  const { mode, secret, publishable, webhook, fields } = credentials
  if (!secret) return failed('NO_KEY', stripeMessages.noKey(mode), fields.secret)
  const found = prefix.exec(secret)
  if (!found || found[1] === 'pk')
    return failed('NOT_A_KEY', stripeMessages.notSecretKey, fields.secret)
  if (found[2] !== mode)
    return failed('OTHER_MODE', stripeMessages.otherMode(otherMode[mode], mode), fields.secret)
  const open = publishable === null ? null : prefix.exec(publishable)
  if (publishable !== null && open?.[1] !== 'pk')
    return failed('NOT_A_KEY', stripeMessages.notPublishableKey, fields.publishable)
  if (open && open[2] !== mode)
    return failed('OTHER_MODE', stripeMessages.otherMode(otherMode[mode], mode), fields.publishable)
  if (webhook !== null && !webhook.startsWith('whsec_'))
    return failed('NOT_A_SECRET', stripeMessages.notWebhookSecret, fields.webhook)
  return passed(stripeMessages.keysMatch(mode))
}

/** Asks Stripe, and says in our words what it refuses. */
async function asking(
  { platform, credentials, signal }: Asking,
  wanted: string,
  ask: (stripe: Stripe) => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await ask(stripeWith(platform, credentials.secret ?? '', signal))
  } catch (error) {
    return stripeFailure(error, credentials.fields.secret, wanted)
  }
}

const readBalance = (given: Asking) =>
  asking(given, stripeMessages.reads.balance, async (stripe) => {
    const { mode, fields } = given.credentials
    const { livemode, available } = await stripe.balance.retrieve()
    if (livemode !== (mode === 'live'))
      return failed(
        'OTHER_MODE',
        stripeMessages.otherMode(livemode ? 'live' : 'test', mode),
        fields.secret,
      )
    const paid = available.map(({ currency }) => currency.toUpperCase())
    return passed(stripeMessages.balance(paid))
  })

const readAccount = (given: Asking) =>
  asking(given, stripeMessages.reads.account, async (stripe) => {
    const account = await stripe.accounts.retrieveCurrent()
    if (!account.charges_enabled) return failed('NO_CHARGES', stripeMessages.cannotTakePayments)
    return passed(stripeMessages.account(account.country ?? null))
  })

const readWebhook = (given: Asking) =>
  asking(given, stripeMessages.reads.webhooks, async (stripe) => {
    if (given.address === null) return unknown(noAddress)
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const ours = data.find(({ url }) => url === given.address)
    if (!ours) return failed('NO_WEBHOOK', stripeMessages.noWebhook(given.address))
    if (ours.status !== 'enabled') return failed('WEBHOOK_OFF', stripeMessages.webhookDisabled)
    const events: readonly string[] = ours.enabled_events
    const missing = stripeEvents.filter((one) => !events.includes(one) && !events.includes('*'))
    if (missing.length > 0) return failed('WEBHOOK_LACKS', stripeMessages.missingEvents(missing))
    if (given.credentials.webhook === null)
      return failed(
        'NO_WEBHOOK_SECRET',
        stripeMessages.noWebhookSecret,
        given.credentials.fields.webhook,
      )
    return isOurVersion(ours.api_version)
      ? passed(providerMessages.webhookComplete)
      : passed(stripeMessages.otherVersion(Stripe.API_VERSION), { warning: true })
  })

/** Releases of one name ("2026-10-28.endive") tell the same; of an endpoint without a version the account's own counts, which nobody tells. */
const isOurVersion = (version: string | null) =>
  version === null || version.endsWith(`.${Stripe.MAJOR_API_VERSION}`)

/** What is tried at Stripe (integrations.md, Payment). */
export const stripeSteps: ProviderSteps = {
  keys: checkKeys,
  answer: readBalance,
  account: readAccount,
  webhook: readWebhook,
}
