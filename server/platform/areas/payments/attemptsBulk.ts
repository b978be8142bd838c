import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { AttemptState } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import type { BulkWork } from '#server/platform/core/records/bulkWork.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { holdOrdersOf, lastAttempt, moveAttempts } from './attempts.ts'
import { admit } from './charges/charging.ts'
import { canEmailPayer } from './linkMail.ts'
import { paymentMessages } from './messages.ts'
import type { LinkInput } from './payLinks.ts'
import type { RetryInput } from './retryJob.ts'

const orderOf = (attempt: AnyRecord) => Number(attempt['orderId'])

/** The last attempt of the order, where this is it: what was before it is settled with it. */
async function ifLast(attempt: AnyRecord, { trx }: Pick<Work, 'trx'>) {
  const last = await lastAttempt(trx, orderOf(attempt))
  return last?.id === attempt.id ? last : null
}

/** What is charged, a sentence for each currency. */
async function charged(connection: Connection, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ currency: string; amount: number; orders: number }>`
    select currency, sum(amount)::bigint as amount, count(*)::int as orders from payment_attempts
    where id = any(${ids}::int[]) group by currency order by currency`.execute(connection)
  return rows.map(({ currency, amount, orders }) =>
    paymentMessages.chargesOrders(formatMoney(Number(amount), currency), orders),
  )
}

/** How failed payments are acted on many at once (shared/areas/payments/attemptBulk.ts). */
export const attemptsBulk: Readonly<Record<string, BulkWork>> = {
  retry: {
    derived: true,
    async becomes(attempt, _given, work) {
      const last = await ifLast(attempt, work)
      if (!last) return {}
      await admit(work.trx, 'retry', last)
      return { nextRetryAt: work.now }
    },
    reaches: charged,
    row: (attempt): RetryInput => ({
      orderId: orderOf(attempt),
      confirmed: {
        amount: Number(attempt['amount']),
        currency: String(attempt['currency']),
        attempt: Number(attempt['attempt']),
      },
    }),
  },
  link: {
    derived: true,
    async becomes(attempt, _given, work) {
      const last = await ifLast(attempt, work)
      if (!last) return {}
      await admit(work.trx, 'link', last)
      if (!(await canEmailPayer(work.trx, last.orderId))) throw notPossible(paymentMessages.noEmail)
      // A new link is a change even if the status stays.
      return { status: 'waiting', updatedAt: work.now }
    },
    row: (attempt): LinkInput => ({ orderId: orderOf(attempt) }),
  },
  dismiss: {
    event: 'dismissed',
    undone: 'reopened',
    derived: true,
    hold: holdOrdersOf,
    async becomes(attempt, { reason }, work) {
      const last = await ifLast(attempt, work)
      if (!last || last.status === 'dismissed') return {}
      if (last.status === 'recovered' || last.status === 'abandoned')
        throw notPossible(paymentMessages.closed)
      await admit(work.trx, 'dismiss', last)
      return { status: 'dismissed', closedReason: reason, nextRetryAt: null }
    },
  },
}

/** Attempts as the platform keeps them: those of one order, and the order, stand alike. */
export const keptAttempts: Kept = {
  ...paymentAttempts,
  consequence: {
    async settle({ trx, now, caller }, records) {
      for (const record of records) {
        const { status, nextRetryAt, closedReason } = record
        await moveAttempts(
          trx,
          orderOf(record),
          {
            status: status as AttemptState, // The column holds no other.
            nextRetryAt: nextRetryAt === null ? null : String(nextRetryAt),
            closedReason: closedReason === null ? null : String(closedReason),
          },
          { at: now, by: caller.email },
        )
      }
    },
  },
  dependents: [],
}
