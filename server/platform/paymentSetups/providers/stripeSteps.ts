import { Stripe } from 'stripe'
import type { StepResult } from '#server/platform/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/integrations/integration.ts'
import { stripeFailure, stripeWith } from './stripe.ts'
import { noAddress } from '../asking.ts'
import type { Asking, ProviderSteps } from '../asking.ts'

/** Without these the platform does not hear what became of payments. */
export const stripeEvents = ['charge.failed', 'payment_intent.succeeded'] as const

const prefix = /^(sk|rk|pk)_(test|live)_/

/** The keys belong to this mode, which their first letters say. */
async function checkKeys({ credentials }: Asking): Promise<StepResult> {
  const { mode, secret, publishable, webhook, fields } = credentials
  if (!secret) return failed('NO_KEY', `There is no ${mode} secret key.`, fields.secret)
  const found = prefix.exec(secret)
  if (!found || found[1] === 'pk')
    return failed(
      'NOT_A_KEY',
      'A secret key of Stripe begins with sk_ or rk_ and its mode.',
      fields.secret,
    )
  if (found[2] !== mode)
    return failed('OTHER_MODE', `A ${found[2]} key in ${mode} mode.`, fields.secret)
  const open = publishable === null ? null : prefix.exec(publishable)
  if (publishable !== null && open?.[1] !== 'pk')
    return failed('NOT_A_KEY', 'A publishable key begins with pk_.', fields.publishable)
  if (open && open[2] !== mode)
    return failed('OTHER_MODE', `A ${open[2]} key in ${mode} mode.`, fields.publishable)
  if (webhook !== null && !webhook.startsWith('whsec_'))
    return failed('NOT_A_SECRET', 'A webhook secret begins with whsec_.', fields.webhook)
  return passed(`The keys are those of ${mode} mode.`)
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
  asking(given, 'the balance', async (stripe) => {
    const { mode, fields } = given.credentials
    const { livemode, available } = await stripe.balance.retrieve()
    if (livemode !== (mode === 'live'))
      return failed(
        'OTHER_MODE',
        `Stripe says that this is a ${livemode ? 'live' : 'test'} key.`,
        fields.secret,
      )
    const paid = available.map(({ currency }) => currency.toUpperCase())
    return passed(`Its balance is in ${paid.join(', ') || 'no currency yet'}.`)
  })

const readAccount = (given: Asking) =>
  asking(given, 'the account', async (stripe) => {
    const account = await stripe.accounts.retrieveCurrent()
    if (!account.charges_enabled)
      return failed(
        'NO_CHARGES',
        'Stripe lets this account take no payments: finish it in the Dashboard.',
      )
    return passed(`An account in ${account.country ?? 'no country'} that may take payments.`)
  })

const readWebhook = (given: Asking) =>
  asking(given, 'webhook endpoints', async (stripe) => {
    if (given.address === null) return unknown(noAddress)
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const ours = data.find(({ url }) => url === given.address)
    if (!ours) return failed('NO_WEBHOOK', `No webhook leads to ${given.address}.`)
    if (ours.status !== 'enabled')
      return failed('WEBHOOK_OFF', 'The webhook to us is disabled at Stripe.')
    const events: readonly string[] = ours.enabled_events
    const missing = stripeEvents.filter((one) => !events.includes(one) && !events.includes('*'))
    if (missing.length > 0)
      return failed('WEBHOOK_LACKS', `The webhook to us lacks ${missing.join(', ')}.`)
    if (given.credentials.webhook === null)
      return failed(
        'NO_WEBHOOK_SECRET',
        'The webhook is there, and its secret is not given here.',
        given.credentials.fields.webhook,
      )
    return isOurVersion(ours.api_version)
      ? passed('The webhook leads here and tells what is needed.')
      : passed(
          `The webhook leads here, and tells in another version of Stripe's API than ${Stripe.API_VERSION}: make it anew in that version.`,
          { warning: true },
        )
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
