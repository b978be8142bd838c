import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { WebhookHandler } from '#server/platform/core/integrations/webhookHandler.ts'
import { recordEvent } from './recordEvent.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import type { WebhookReader } from '../providers/webhookReader.ts'
import { loadEventSigningCredentials } from '../setups/signers.ts'
import { toPaymentSetup } from '../setups/paymentSetup.ts'

/** Creates the handler of a provider's events at /webhooks/PROVIDER/ID. */
export const createPaymentWebhookHandler = (
  provider: string,
  { read, answerChallenge }: WebhookReader,
): WebhookHandler => ({
  resource: paymentSetups,
  accepts: (record) => toPaymentSetup(record).provider === provider,
  async receive(received, record) {
    const { platform } = received
    const setup = toPaymentSetup(record)
    const events = await read({
      ...received,
      setup,
      signers: await loadEventSigningCredentials(platform, setup),
    })
    if (!events) return 'not genuine'
    let result: 'taken' | 'known' = 'known'
    for (const event of events)
      if ((await recordEvent(platform, setup, event)) === 'taken') result = 'taken'
    return result
  },
  ...(answerChallenge && {
    answerChallenge: async (platform, record, query) =>
      answerChallenge(query, await loadEventSigningCredentials(platform, toPaymentSetup(record))),
  }),
})

/** The webhook handlers of payment providers, by provider. */
export const paymentWebhookHandlers = Object.fromEntries(
  Object.entries(paymentProviders).flatMap(([provider, { webhook }]) =>
    webhook ? [[provider, createPaymentWebhookHandler(provider, webhook)]] : [],
  ),
)
