import type { Gateway } from '#shared/payments/attempts.ts'
import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { failed, notApplying, passed, unknown } from '../integrations/integration.ts'
import { asSetup, credentialsOf, webhookAddress } from './setUp.ts'
import type { Found, ProviderSteps, StepName } from './asking.ts'
import { lastGenuineEvent } from './events.ts'
import { adyenSteps } from './providers/adyenSteps.ts'
import { braintreeSteps } from './providers/braintreeSteps.ts'
import { paypalSteps } from './providers/paypalSteps.ts'
import { stripeSteps } from './providers/stripeSteps.ts'

const nothing = () => Promise.resolve(notApplying('Nothing to call: the store is paid by hand.'))
const manual: ProviderSteps = {
  keys: ({ setup }) =>
    Promise.resolve(
      setup.instructions
        ? passed('It says how to pay.')
        : failed('NO_INSTRUCTIONS', 'Say how to pay: members read it.', 'instructions'),
    ),
  answer: nothing,
  account: nothing,
  webhook: nothing,
}
const providers: Record<Gateway, ProviderSteps> = {
  stripe: stripeSteps,
  adyen: adyenSteps,
  paypal: paypalSteps,
  braintree: braintreeSteps,
  manual,
}

const at = (name: StepName) => async (context: Context<Found>) => {
  const setup = asSetup(context.record)
  return providers[setup.provider][name]({
    platform: context.platform,
    signal: context.signal,
    found: context.found,
    setup,
    credentials: credentialsOf(setup, context.secrets),
    address: webhookAddress(context.platform, setup),
  })
}

/** The same for every provider; what each does there is its own. */
export const steps: readonly Step<Found>[] = [
  {
    name: 'keys',
    title: 'Settings belong together',
    required: true,
    passive: true,
    run: at('keys'),
  },
  { name: 'answer', title: 'Provider knows us', required: true, passive: true, run: at('answer') },
  {
    name: 'account',
    title: 'Account may take payments',
    required: true,
    passive: true,
    run: at('account'),
  },
  { name: 'webhook', title: 'Webhook leads here', required: false, run: at('webhook') },
  { name: 'event', title: 'A genuine event came', required: false, run: tellEvent },
]

/** A webhook secret cannot be read back anywhere: only an event that bears its signature proves it. */
async function tellEvent({ platform, record }: Context<Found>): Promise<StepResult> {
  const { provider, id, mode } = asSetup(record)
  if (provider === 'manual') return nothing()
  const last = await lastGenuineEvent(platform.db, id, mode)
  return last === null
    ? unknown('None came yet: have the provider send one, and test again.')
    : passed(`The last genuine event came at ${last}.`)
}
