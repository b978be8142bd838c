import type { attemptBulkActions } from '#shared/areas/payments/bulkActions.ts'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { AttemptState } from '#shared/areas/payments/attempts.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockAttemptOrders, findLastAttempt, setOrderPaymentStatus } from './attempts.ts'
import { assertAttemptChangeAllowed } from './charges/chargeOrder.ts'
import { canEmailPayer } from './paymentLinkEmail.ts'
import { paymentMessages } from './messages.ts'
import type { PaymentLinkInput } from './paymentLinks.ts'
import type { RetryInput } from './retryJob.ts'

const getOrderId = (attempt: AnyRecord) => Number(attempt['orderId'])

/** Returns the order's last attempt if it is this one. Earlier attempts follow the last one. */
async function findIfLastAttempt(attempt: AnyRecord, { trx }: Pick<WriteContext, 'trx'>) {
  const last = await findLastAttempt(trx, getOrderId(attempt))
  return last?.id === attempt.id ? last : null
}

/** Describes the amounts to be charged, one sentence for each currency. */
async function describeCharges(connection: Connection, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ currency: string; amount: number; orders: number }>`
    select currency, sum(amount)::bigint as amount, count(*)::int as orders from payment_attempts
    where id = any(${ids}::int[]) group by currency order by currency`.execute(connection)
  return rows.map(({ currency, amount, orders }) =>
    paymentMessages.chargesOrders(formatMoney(Number(amount), currency), orders),
  )
}

/** Bulk actions on failed payments (shared/areas/payments/bulkActions.ts). */
export const attemptBulkHandlers = {
  retry: {
    skipsValidation: true,
    async getChanges(attempt, _input, context) {
      const last = await findIfLastAttempt(attempt, context)
      if (!last) return {}
      await assertAttemptChangeAllowed(context.trx, 'retry', last)
      return { nextRetryAt: context.now }
    },
    describeImpact: describeCharges,
    toRowInput: (attempt): RetryInput => ({
      orderId: getOrderId(attempt),
      confirmed: {
        amount: Number(attempt['amount']),
        currency: String(attempt['currency']),
        attempt: Number(attempt['attempt']),
      },
    }),
  },
  link: {
    skipsValidation: true,
    async getChanges(attempt, _input, context) {
      const last = await findIfLastAttempt(attempt, context)
      if (!last) return {}
      await assertAttemptChangeAllowed(context.trx, 'link', last)
      if (!(await canEmailPayer(context.trx, last.orderId)))
        throw invalidState(paymentMessages.noEmail)
      // A new link is a change even if the status stays.
      return { status: 'waiting', updatedAt: context.now }
    },
    toRowInput: (attempt): PaymentLinkInput => ({ orderId: getOrderId(attempt) }),
  },
  dismiss: {
    event: 'dismissed',
    undoEvent: 'reopened',
    skipsValidation: true,
    lock: lockAttemptOrders,
    async getChanges(attempt, { reason }, context) {
      const last = await findIfLastAttempt(attempt, context)
      if (!last || last.status === 'dismissed') return {}
      if (last.status === 'recovered' || last.status === 'abandoned')
        throw invalidState(paymentMessages.closed)
      await assertAttemptChangeAllowed(context.trx, 'dismiss', last)
      return { status: 'dismissed', closedReason: reason, nextRetryAt: null }
    },
  },
} satisfies BulkHandlers<typeof attemptBulkActions>

/** Gives all attempts of an order, and the order, the same status. */
export const paymentAttemptHooks: ResourceHooks = {
  async afterWrite({ trx, now, caller }, records) {
    for (const record of records) {
      const { status, nextRetryAt, closedReason } = record
      await setOrderPaymentStatus(
        trx,
        getOrderId(record),
        {
          status: status as AttemptState, // The column holds no other value.
          nextRetryAt: nextRetryAt === null ? null : String(nextRetryAt),
          closedReason: closedReason === null ? null : String(closedReason),
        },
        { at: now, by: caller.email },
      )
    }
  },
}
