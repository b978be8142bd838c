import { paymentSetups } from '#shared/resources/paymentSetups.ts'
import { openSecrets } from '../integrations/settings.ts'
import type { Hearing, Received } from '../integrations/webhooks.ts'
import { takeEvent } from './events.ts'
import type { Genuine } from './events.ts'
import { asSetup } from './setUp.ts'
import type { PaymentSetup } from './setUp.ts'
import { readStripeEvent } from './stripeEvents.ts'

/** Reads an event of a provider; null where it is not genuine. */
type Read = (received: Received, setup: PaymentSetup) => Promise<Genuine | null>

const readers: Readonly<Record<string, Read>> = {
  async stripe({ platform, body, header }, setup) {
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const of = (name: string) => [secrets[name]].filter((one) => typeof one === 'string')
    return readStripeEvent({
      body,
      signature: header('stripe-signature'),
      secrets: { test: of('testWebhookSecret'), live: of('liveWebhookSecret') },
      now: platform.now(),
    })
  },
}

const hearing = (provider: string, read: Read): Hearing => ({
  resource: paymentSetups,
  hears: (record) => asSetup(record).provider === provider,
  async receive(received, record) {
    const setup = asSetup(record)
    const event = await read(received, setup)
    return event ? takeEvent(received.platform, setup, event) : 'not genuine'
  },
})

/** Who hears the events of providers of payments. */
export const paymentHearings = Object.fromEntries(
  Object.entries(readers).map(([provider, read]) => [provider, hearing(provider, read)]),
)
