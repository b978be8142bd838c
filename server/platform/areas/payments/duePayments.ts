import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CallResult, WriteContext } from '#server/platform/core/http/call.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { LastAttempt } from './attempts.ts'
import { retryPaymentsJob } from './retryJob.ts'
import type { RetryInput } from './retryJob.ts'

export type DuePayment = Pick<
  LastAttempt,
  'id' | 'orderId' | 'orderNumber' | 'amount' | 'currency' | 'attempt' | 'reason' | 'retryable'
>

/**
 * Finds unpaid last attempts that match in the caller's stores. Excludes orders that a provider is
 * still charging, and those with an unknown charge status.
 */
export async function findUnpaidPayments(
  { trx, caller }: Pick<WriteContext, 'trx' | 'caller'>,
  matches: RawBuilder<boolean>,
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select id, order_id, order_number, amount, currency, attempt, reason, retryable from payment_attempts
    where (${matches}) and not unclear and status in ('open', 'scheduled', 'waiting')
      and ${matchesIds('storeId', caller.storeIds)}
      and not exists (select from payment_attempt_keys as later
        where later.order_id = payment_attempts.order_id and later.attempt > payment_attempts.attempt)
      and not exists (select from payment_charges
        where payment_charges.order_id = payment_attempts.order_id and state in ('asked', 'processing'))
    order by id`.execute(trx)
  return rows
}

/** Finds the unpaid payments that can succeed if the same card is charged again. */
export const findRetryablePayments = (
  context: Pick<WriteContext, 'trx' | 'caller'>,
  matches: RawBuilder<boolean>,
): Promise<DuePayment[]> =>
  findUnpaidPayments(context, sql<boolean>`(${matches}) and retryable = 'yes'`)

/** Sums payments by currency, in minor units. */
export const sumPaymentsByCurrency = (due: readonly DuePayment[]) =>
  [...Map.groupBy(due, ({ currency }) => currency)]
    .map(([currency, payments]) => ({
      currency,
      amount: payments.reduce((sum, { amount }) => sum + Number(amount), 0),
      payments,
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))

/** Starts the job that charges each of these orders again, for the confirmed amount. */
export function startPaymentRetryJob(
  context: WriteContext,
  due: readonly DuePayment[],
  title: string,
): Promise<CallResult> {
  const rows = due.map(({ id, orderId, orderNumber, amount, currency, attempt }) => ({
    targetId: id,
    label: orderNumber,
    input: { orderId, confirmed: { amount, currency, attempt } } satisfies RetryInput,
  }))
  return startJob(context, { kind: retryPaymentsJob, title, rows })
}
