import type { Gateway } from '#shared/payments/attempts.ts'
import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { failed, notApplying, passed, unknown } from '../integrations/integration.ts'
import { asSetup, credentialsOf, webhookAddress } from './setUp.ts'
import type { Asking, Found, ProviderSteps, StepName } from './asking.ts'
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

function askingIn({ platform, signal, found, record, secrets }: Context<Found>): Asking {
  const setup = asSetup(record)
  const credentials = credentialsOf(setup, secrets)
  return { platform, signal, found, setup, credentials, address: webhookAddress(platform, setup) }
}

const at = (name: StepName) => async (context: Context<Found>) => {
  const given = askingIn(context)
  return providers[given.setup.provider][name](given)
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
  {
    name: 'webhook',
    title: 'Webhook leads here',
    required: false,
    needsSaved: 'record',
    run: at('webhook'),
  },
  {
    name: 'event',
    title: 'A genuine event came',
    required: false,
    needsSaved: 'values',
    run: tellEvent,
  },
]

/** A webhook secret cannot be read back anywhere: only an event that bears its signature proves it. */
async function tellEvent(context: Context<Found>): Promise<StepResult> {
  const { platform, record } = context
  const { provider, id, mode } = asSetup(record)
  if (provider === 'manual') return nothing()
  const begunAt = platform.now().toISOString()
  const sent = await providers[provider].sendEvent?.(askingIn(context))
  if (typeof sent === 'object' && sent) return sent
  const last = await lastGenuineEvent(platform.db, id, mode)
  if (last === null) return unknown('None came yet: have the provider send one, and test again.')
  return sent && last < begunAt
    ? passed(
        `The provider sent one just now, and none that is new came: the last genuine one came at ${last}.`,
        {
          warning: true,
        },
      )
    : passed(`The last genuine event came at ${last}.`)
}
