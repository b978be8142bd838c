import { attemptBulkActions, orderBulkActions } from '#shared/areas/payments/bulkActions.ts'
import { disputes } from '#shared/areas/payments/disputes.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { alertQueueName } from '../alerts/index.ts'
import { attemptBulkHandlers, paymentAttemptHooks } from './attemptBulkHandlers.ts'
import { attemptCalls } from './attemptCalls.ts'
import { retryPendingCharges } from './charges/pendingCharges.ts'
import { checkProcessingCharges } from './charges/processingCharges.ts'
import { findDisputeAlerts } from './disputes/disputeAlerts.ts'
import { findDisputeDeadlines } from './disputes/disputeDeadlines.ts'
import { findDoubleChargeAlerts } from './charges/doubleChargeAlerts.ts'
import { detectIncidents } from './incidents/detectIncidents.ts'
import { incidentCalls } from './incidents/incidentCalls.ts'
import { incidentPaymentCalls } from './incidents/incidentPayments.ts'
import { findUnknownChargeAlerts, findIncidentAlerts } from './incidents/paymentAlerts.ts'
import { incidentVisibility } from './incidents/visibility.ts'
import { createPaymentSearch } from './paymentSearch.ts'
import { sendPaymentLinksJob } from './paymentLinks.ts'
import { retryPaymentsJob } from './retryJob.ts'
import { orderBulkHandlers, refundOrdersJob } from './refunds/orderBulkHandlers.ts'
import { completePendingRefunds, refundQueueName } from './refunds/pendingRefunds.ts'
import { findRefundApprovalAlerts, findUnknownRefundAlerts } from './refunds/refundAlerts.ts'
import { refundCalls } from './refunds/refundCalls.ts'
import { findAssignedStoreErrors } from './setups/hooks.ts'
import { paymentIntegration } from './setups/paymentIntegration.ts'
import { refreshSuccessRates } from './setups/refreshSuccessRates.ts'
import { retiredCredentials } from './setups/retiredCredentials.ts'
import { findRotationDeadlines } from './setups/rotationDeadlines.ts'
import { setupCalls } from './setups/setupCalls.ts'
import { purgeRetiredCredentials } from './setups/signers.ts'
import { insertDemoCharges, insertDemoDisputes } from './seed/charges.ts'
import { insertPaymentSetups } from './seed/paymentSetups.ts'
import { insertDemoRefunds } from './seed/refunds.ts'

export const paymentsArea = defineArea({
  name: 'payments',
  resources: [paymentAttempts, orders, disputes, incidents, paymentRefunds, paymentSetups],
  integrations: [paymentIntegration],
  hooks: { paymentAttempts: paymentAttemptHooks },
  reads: {
    orders: { searchThrough: ['memberId'], searchWord: createPaymentSearch('id') },
    disputes: { searchThrough: ['memberId'] },
    paymentRefunds: { searchThrough: ['memberId'] },
    paymentAttempts: {
      searchThrough: ['memberId'],
      searchWord: createPaymentSearch('orderId'),
      companionColumns: { cardBrand: ['cardLast4'] },
    },
  },
  storeErrors: { paymentSetups: findAssignedStoreErrors },
  calls: [
    ...setupCalls,
    ...attemptCalls,
    ...incidentCalls,
    ...incidentPaymentCalls,
    ...refundCalls,
  ],
  jobs: [retryPaymentsJob, sendPaymentLinksJob, refundOrdersJob],
  queues: [
    {
      name: refundQueueName,
      async work(platform) {
        await completePendingRefunds(platform)
        return null
      },
    },
  ],
  bulkActions: {
    orders: { actions: orderBulkActions, handlers: orderBulkHandlers },
    paymentAttempts: { actions: attemptBulkActions, handlers: attemptBulkHandlers },
  },
  alerts: {
    approval: findRefundApprovalAlerts,
    incident: async (trx, at) => [
      ...(await findIncidentAlerts(trx)),
      ...(await findUnknownChargeAlerts(trx)),
      ...(await findDoubleChargeAlerts(trx)),
      ...(await findDisputeAlerts(trx, at)),
      ...(await findUnknownRefundAlerts(trx)),
    ],
  },
  deadlines: async (trx) => [
    ...(await findDisputeDeadlines(trx)),
    ...(await findRotationDeadlines(trx)),
  ],
  chores: [
    {
      name: 'incidents',
      cron: '4/5 * * * *',
      run: async (platform) => {
        await detectIncidents(platform)
        await platform.wakeQueue(alertQueueName)
      },
      failure: "Incidents couldn't be updated",
    },
    {
      name: 'paymentSuccess',
      cron: '4/5 * * * *',
      run: refreshSuccessRates,
      failure: "Payment success rates couldn't be updated",
    },
    {
      name: 'purgeRetiredCredentials',
      cron: '16 * * * *',
      run: purgeRetiredCredentials,
      failure: "Replaced credentials couldn't be deleted",
    },
    {
      name: 'charges',
      cron: '* * * * *',
      run: retryPendingCharges,
      failure: "Order payments couldn't be retried",
      external: true,
    },
    {
      name: 'processingCharges',
      cron: '* * * * *',
      run: (platform) => checkProcessingCharges(platform),
      failure: "Payments that are still processing couldn't be checked",
      external: true,
    },
    {
      name: 'refunds',
      cron: '* * * * *',
      run: (platform) => completePendingRefunds(platform),
      failure: "Refunds couldn't be completed",
      external: true,
    },
  ],
  visibility: incidentVisibility,
  sealedColumns: ['secret', 'webhook'].map((column) => ({
    table: retiredCredentials,
    column,
    sealed: `${column}Sealed`,
  })),
  seed: {
    afterStores: async (context) => {
      await insertPaymentSetups(context)
      await insertDemoCharges(context)
      await insertDemoDisputes(context)
      await insertDemoRefunds(context)
    },
  },
})

// What the demo data is made from.
export { detectIncidentsInTransaction } from './incidents/detectIncidents.ts'
export { paymentProviderMessages } from './providers/messages.ts'
export { generateOrders } from './seed/orders.ts'
export { refreshSuccessRates } from './setups/refreshSuccessRates.ts'
