import { sql } from 'kysely'
import type { orderBulkActions } from '#shared/areas/payments/bulkActions.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import type { refundMessages } from '#shared/areas/payments/refundMessages.ts'
import { chooseRefunds } from '#shared/areas/payments/refunds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { BatchInput } from '#server/platform/core/bulk/updateJob.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refundProviderMessages } from '../providers/messages.ts'
import { createRefund } from './createRefund.ts'
import { refundQueueName } from './pendingRefunds.ts'
import { exceedsAnyRefundLimit, loadRefundLimit } from './refundLimit.ts'
import { loadPaidCharges } from './refundRows.ts'
import type { PaidCharge } from './refundRows.ts'
import { refundBulkMessages } from './messages.ts'

/** The input of one job row: the successful charges of the order, as the plan showed them. */
type OrderRefundInput = { charges: Pick<PaidCharge, 'id' | 'refundable' | 'reference'>[] }

type RefundScope = keyof typeof refundMessages.scopes
const getScope = (values: FieldValues) => values['scope'] as RefundScope // One of its options.

/** The charges that `addCharges` added. */
const getCharges = (order: AnyRecord) => order['charges'] as PaidCharge[]

/** Adds the successful charges of each order, and whether one of them is disputed. */
async function addCharges(connection: Connection, records: AnyRecord[]): Promise<AnyRecord[]> {
  const ids = records.map(({ id }) => id)
  const charges = Map.groupBy(await loadPaidCharges(connection, ids), ({ orderId }) => orderId)
  const { rows } = await sql<{ orderId: number }>`
    select distinct order_id from disputes
    where order_id = any(${ids}::int[]) and status in ('open', 'review')`.execute(connection)
  const disputedIds = new Set(rows.map(({ orderId }) => orderId))
  return records.map((order) => ({
    ...order,
    charges: charges.get(order.id) ?? [],
    isDisputed: disputedIds.has(order.id),
  }))
}

/** Returns what to refund of these charges, with the charge of each refund. */
const planRefunds = (charges: readonly PaidCharge[], scope: RefundScope) =>
  chooseRefunds(charges, scope).flatMap(({ chargeId, amount }) =>
    charges.filter(({ id }) => id === chargeId).map((charge) => ({ ...charge, amount })),
  )
type PlannedRefund = ReturnType<typeof planRefunds>[number]

/** Explains why an order can't be refunded in bulk; null if it can. */
function explainSkip(
  order: AnyRecord,
  refunds: readonly PlannedRefund[],
  scope: RefundScope,
): string | null {
  if (getCharges(order).length === 0) return refundBulkMessages.noPayment
  if (refunds.length === 0)
    return scope === 'all' ? refundBulkMessages.nothingLeft : refundBulkMessages.chargedOnce
  if (order['isDisputed'] === true) return refundBulkMessages.disputed
  if (refunds.some(({ gateway }) => gateway === 'manual')) return refundBulkMessages.manual
  const unnamed = refunds.find(({ reference }) => reference === null)
  return unnamed ? refundProviderMessages.noPaymentId(gateways[unnamed.gateway]) : null
}

/** Sums the refunds of each provider and currency. */
const sumRefunds = (refunds: readonly PlannedRefund[]) =>
  [...Map.groupBy(refunds, ({ gateway, currency }) => `${gateway} ${currency}`).values()].flatMap(
    (group) => {
      const [first] = group
      if (!first) return []
      const total = group.reduce((sum, { amount }) => sum + amount, 0)
      const { gateway, currency } = first
      return [{ gateway, amount: formatMoney(total, currency), payments: group.length }]
    },
  )

/** Bulk actions on orders (shared/areas/payments/bulkActions.ts). */
export const orderBulkHandlers = {
  refund: {
    skipsValidation: true,
    addFields: addCharges,
    getChanges(order, values) {
      const scope = getScope(values)
      const refunds = planRefunds(getCharges(order), scope)
      const reason = explainSkip(order, refunds, scope)
      if (reason !== null) throw invalidState(reason)
      const isFixed = scope === 'duplicates' && order['issue'] === 'chargedTwice'
      // The plan's rows show the refunds as notes, because an order has no field for them.
      return { refunds: refunds.length, ...(isFixed && { issue: null }) }
    },
    async getWarnings({ trx, caller }, changes, values) {
      const getLimit = await loadRefundLimit(trx, caller)
      const byId = new Map<number, string[]>()
      let aboveLimit = 0
      for (const { before } of changes) {
        const refunds = planRefunds(getCharges(before), getScope(values))
        const isAbove = refunds.some(({ amount, currency }) => amount > getLimit(currency))
        if (isAbove) aboveLimit += 1
        byId.set(before.id, [
          ...sumRefunds(refunds).map(({ amount, gateway, payments }) =>
            refundBulkMessages.refunds(amount, gateways[gateway], payments),
          ),
          ...(isAbove ? [refundBulkMessages.needsApproval] : []),
        ])
      }
      return { byId, all: aboveLimit > 0 ? [refundBulkMessages.aboveLimit(aboveLimit)] : [] }
    },
    async describeImpact(connection, ids, values) {
      const charges = await loadPaidCharges(connection, ids)
      const refunds = [...Map.groupBy(charges, ({ orderId }) => orderId).values()].flatMap(
        (ofOrder) => planRefunds(ofOrder, getScope(values)),
      )
      return [...Map.groupBy(refunds, ({ currency }) => currency)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([currency, all]) => {
          const total = all.reduce((sum, { amount }) => sum + amount, 0)
          const orderCount = new Set(all.map(({ orderId }) => orderId)).size
          return refundBulkMessages.refundsOrders(formatMoney(total, currency), orderCount)
        })
    },
    async needsRecentFactor({ trx, caller, now }, ids, values) {
      const charges = Map.groupBy(await loadPaidCharges(trx, ids), ({ orderId }) => orderId)
      const refunds = [...charges.values()].flatMap((ofOrder) =>
        planRefunds(ofOrder, getScope(values)),
      )
      return exceedsAnyRefundLimit(trx, refunds, { caller, now })
    },
    toRowInput: (order): OrderRefundInput => ({
      charges: getCharges(order).map(({ id, refundable, reference }) => ({
        id,
        refundable,
        reference,
      })),
    }),
  },
} satisfies BulkHandlers<typeof orderBulkActions>

/**
 * Refunds one order a row, all of its refunds or none. The refunds are saved with the row's result;
 * the queue then asks the providers, so a killed process refunds nothing twice.
 */
export const refundOrdersJob = defineJob({
  name: `${orders.name}.refund`,
  permission: `${orders.permission}:write`,
  async perform(context, { targetId, input }) {
    const { values } = context.job.input as BatchInput // As the plan saved it.
    const { charges } = input as OrderRefundInput // As the plan saved it.
    const { id } = await loadRecord(
      context.trx,
      limitToCaller(context.caller, orders),
      Number(targetId),
    )
    const reason = String(values['reason'])
    const states = new Set<string>()
    for (const refund of chooseRefunds(charges, getScope(values))) {
      const { state } = await createRefund(context, {
        ...refund,
        orderId: id,
        reason,
        asCredits: false,
      })
      states.add(state)
    }
    return {
      outcome: 'done',
      sentence: states.has('waiting') ? refundBulkMessages.waiting : refundBulkMessages.sent,
      queue: refundQueueName,
    }
  },
})
