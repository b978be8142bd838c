import { getLiveSecretName } from '#shared/areas/payments/gateways.ts'
import { sql } from 'kysely'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import { updateStoreStates } from '#server/platform/core/integrations/transitionIntegration.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  estimatePaymentSetupImpact,
  validateStoresUnassigned,
  validatePaymentSetup,
} from './hooks.ts'
import type { PaymentStepState } from '../providers/providerSteps.ts'
import { toPaymentSetup } from './paymentSetup.ts'
import { paymentSteps } from './paymentSteps.ts'
import { refreshSetupFailureRetryability } from '../incidents/setupFailures.ts'
import { refreshAfterSetupStatusChange } from './worksSince.ts'
import { paymentWebhookHandlers } from '../webhooks/webhookHandlers.ts'
import { paymentSetupMessages } from './messages.ts'

/** The integration of payment setups: its test, its checks, and the status of its stores. */
export const paymentIntegration: Integration = defineIntegration<PaymentStepState>({
  resource: paymentSetups,
  webhookHandlers: paymentWebhookHandlers,
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
  steps: paymentSteps,
  createState: () => ({}),
  serves: {
    kind: 'payment',
    stores: (record) =>
      sql`select id from stores where id = any(${toPaymentSetup(record).storeIds})`,
  },
  logsInStores: true,
  afterStatus: refreshAfterSetupStatusChange,
  disableImpact: { messages: paymentSetupMessages.impact },
  getExpirations: (record) => {
    const { keyExpiresOn, mode, state } = record
    return [
      {
        what: getLiveSecretName(toPaymentSetup(record).provider),
        field: 'liveSecretKey',
        // A key in use is rotated: saving another one would stop payments until it's tested.
        ...(mode === 'live' &&
          (state === 'active' || state === 'degraded') && { section: 'tab=credentials#rotate' }),
        at: typeof keyExpiresOn === 'string' ? `${keyExpiresOn}T00:00:00.000Z` : null,
      },
    ]
  },
  hooks: {
    validate: validatePaymentSetup,
    affectedRecords: estimatePaymentSetupImpact,
    async afterWrite({ trx, now }, records, before) {
      for (const [index, record] of records.entries()) {
        const previousStoreIds = before[index] ? toPaymentSetup(before[index]).storeIds : []
        const { storeIds } = toPaymentSetup(record)
        const removedStoreIds = previousStoreIds.filter((id) => !storeIds.includes(id))
        const hasChanged =
          removedStoreIds.length > 0 || storeIds.some((id) => !previousStoreIds.includes(id))
        if (hasChanged)
          await refreshSetupFailureRetryability({ trx, now }, [...previousStoreIds, ...storeIds])
        await sql`update integrations
          set state = 'not_configured', message = null, checked_at = ${now}::timestamptz
          where kind = 'payment' and store_id = any(${removedStoreIds})`.execute(trx)
        if (storeIds.every((id) => previousStoreIds.includes(id))) continue
        // Records that are written together couldn't see each other during validation.
        const errors = await validateStoresUnassigned(trx, storeIds, record.id)
        if (errors['storeIds']) throw validationFailed(errors)
        await updateStoreStates(trx, paymentIntegration, record as never, { now, sentence: null })
      }
    },
  },
})
