import type { Gateway } from '#shared/areas/payments/attempts.ts'
import type { Context, Step, StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failed,
  notApplying,
  passed,
  unknown,
} from '#server/platform/core/integrations/integration.ts'
import { asSetup, credentialsOf, webhookAddress } from './setUp.ts'
import type { Asking, Found, ProviderSteps, StepName } from './asking.ts'
import { lastGenuineEvent } from '../webhooks/events.ts'
import { adyenSteps } from '../providers/adyenSteps.ts'
import { braintreeSteps } from '../providers/braintreeSteps.ts'
import { paypalSteps } from '../providers/paypalSteps.ts'
import { stripeSteps } from '../providers/stripeSteps.ts'
import { providerMessages, stepTitles } from '../providers/messages.ts'
import { formatDay } from '#shared/format/dates.ts'

const nothing = () => Promise.resolve(notApplying(providerMessages.nothingToCheck))
const manual: ProviderSteps = {
  keys: ({ setup }) =>
    Promise.resolve(
      setup.instructions
        ? passed(providerMessages.hasInstructions)
        : failed('NO_INSTRUCTIONS', providerMessages.noInstructions, 'instructions'),
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
    title: stepTitles.keys,
    required: true,
    passive: true,
    run: at('keys'),
  },
  { name: 'answer', title: stepTitles.answer, required: true, passive: true, run: at('answer') },
  {
    name: 'account',
    title: stepTitles.account,
    required: true,
    passive: true,
    run: at('account'),
  },
  {
    name: 'webhook',
    title: stepTitles.webhook,
    required: false,
    needsSaved: 'record',
    run: at('webhook'),
  },
  {
    name: 'event',
    title: stepTitles.event,
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
  if (last === null) return unknown(providerMessages.noEvent)
  return sent && last < begunAt
    ? passed(providerMessages.testEventLost(formatDay(last)), {
        warning: true,
      })
    : passed(providerMessages.lastEvent(formatDay(last)))
}
