import { sql } from 'kysely'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import { tellStores } from '#server/platform/core/integrations/keepStanding.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { findTakenStores, reachOfSetups, takenStores, wrongSetup } from './consequence.ts'
import type { Found } from './asking.ts'
import { asSetup } from './setUp.ts'
import { steps } from './steps.ts'
import { refreshSetupFailures } from '../incidents/setupFailures.ts'
import { saveWhetherItWorks } from './worksSince.ts'
import { paymentHearings } from '../webhooks/webhooks.ts'
import { paymentSetupMessages } from './messages.ts'

/** Whoever takes payments for stores: its test, its checks and what stores are told of it. */
export const paymentIntegration: Integration = defineIntegration<Found>({
  resource: paymentSetups,
  hearings: paymentHearings,
  settings: [
    'merchantAccount',
    'liveUrlPrefix',
    'instructions',
    'testPublishableKey',
    'testSecretKey',
    'testWebhookSecret',
    'livePublishableKey',
    'liveSecretKey',
    'liveWebhookSecret',
    'mode',
  ],
  steps,
  begin: () => ({}),
  serves: {
    kind: 'payment',
    stores: (record) => sql`select id from stores where id = any(${asSetup(record).storeIds})`,
  },
  logsInStores: true,
  afterStatus: saveWhetherItWorks,
  stops: { what: paymentSetupMessages.noPayments },
  expires: ({ keyExpiresOn, mode, state }) => [
    {
      what: paymentSetupMessages.liveSecretKey,
      field: 'liveSecretKey',
      // A key that is in use is rotated: saving another one would stop payments until it's tested.
      ...(mode === 'live' &&
        (state === 'active' || state === 'degraded') && { section: 'tab=credentials#rotate' }),
      at: typeof keyExpiresOn === 'string' ? `${keyExpiresOn}T00:00:00.000Z` : null,
    },
  ],
  consequence: {
    wrong: wrongSetup,
    storeFaults: findTakenStores,
    reach: reachOfSetups,
    async settle({ trx, now }, records, before) {
      for (const [at, record] of records.entries()) {
        const was = before[at] ? asSetup(before[at]).storeIds : []
        const { storeIds } = asSetup(record)
        const gone = was.filter((id) => !storeIds.includes(id))
        const isMoved = gone.length > 0 || storeIds.some((id) => !was.includes(id))
        if (isMoved) await refreshSetupFailures({ trx, now }, [...was, ...storeIds])
        await sql`update integrations
          set state = 'not_configured', message = null, checked_at = ${now}::timestamptz
          where kind = 'payment' and store_id = any(${gone})`.execute(trx)
        if (storeIds.every((id) => was.includes(id))) continue
        // Of those that are written together none was there for another to meet.
        const taken = await takenStores(trx, storeIds, record.id)
        if (taken['storeIds']) throw invalid(taken)
        await tellStores(trx, paymentIntegration, record as never, { now, sentence: null })
      }
    },
  },
})
