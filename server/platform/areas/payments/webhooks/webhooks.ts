import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Hearing } from '#server/platform/core/integrations/hearing.ts'
import { takeEvent } from './events.ts'
import { receivers } from './receivers.ts'
import type { Receiver } from './receiving.ts'
import { signersOf } from '../setups/rotated.ts'
import { asSetup } from '../setups/setUp.ts'

const hearing = (provider: string, { read, prove }: Receiver): Hearing => ({
  resource: paymentSetups,
  hears: (record) => asSetup(record).provider === provider,
  async receive(received, record) {
    const { platform } = received
    const setup = asSetup(record)
    const events = await read({ ...received, setup, signers: await signersOf(platform, setup) })
    if (!events) return 'not genuine'
    let result: 'taken' | 'known' = 'known'
    for (const event of events)
      if ((await takeEvent(platform, setup, event)) === 'taken') result = 'taken'
    return result
  },
  ...(prove && {
    prove: async (platform, record, asked) =>
      prove(asked.get('bt_challenge') ?? '', await signersOf(platform, asSetup(record))),
  }),
})

/** Who hears the events of providers of payments. */
export const paymentHearings = Object.fromEntries(
  Object.entries(receivers).map(([provider, receiver]) => [provider, hearing(provider, receiver)]),
)
