import { sql } from 'kysely'
import { findJobAccount } from '#server/platform/core/auth/apiKeys.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import { invalidState, HttpError } from '#server/platform/core/platform/httpError.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { JobRow } from '#server/platform/core/jobs/jobs.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { requestCharge, prepareOrderCharge } from './charges/chargeOrder.ts'
import type { StartedCharge, ConfirmedCharge } from './charges/chargeOrder.ts'
import type { ChargeResult } from './providers/charge.ts'
import { saveChargeResult } from './charges/saveChargeResult.ts'
import { paymentMessages } from './messages.ts'
import { findLastAttempt } from './attempts.ts'

const retryPermission = 'payments:write'
/** The input of one job row: the order to charge, and what the operator confirmed. */
export type RetryInput = { orderId: number; confirmed: ConfirmedCharge }

/**
 * Charges orders again, one a row. The charge is saved under its key before the provider gets the
 * request, and the request comes before the row's transaction. If the process is killed in between,
 * the next one gets the outcome by the same key.
 */
export const retryPaymentsJob = defineJob({
  name: 'paymentAttempts.retry',
  permission: retryPermission,
  async prepare(platform: Platform, row: JobRow) {
    // Saved by the call that started the job.
    const { orderId, confirmed } = row.input as RetryInput
    const starter = await requireJobStarter(platform, row)
    try {
      const startedCharge = await prepareOrderCharge(platform, orderId, {
        by: starter.by,
        confirmed,
      })
      return { started: startedCharge, result: await requestRetryCharge(platform, startedCharge) }
    } catch (error) {
      if (error instanceof HttpError) await auditRejectedRetry(platform, orderId, starter, error)
      throw error
    }
  },
  async perform({ trx, caller, now, audit }, _row, { started: startedCharge, result }) {
    await saveChargeResult(trx, startedCharge, result, { at: now, by: caller.email, audit })
    if (result.result === 'failed')
      return {
        outcome: 'unchanged',
        sentence: paymentMessages.failedAgain(result.decline.code),
        isBad: true,
      }
    if (result.result === 'unknown')
      return { outcome: 'unchanged', sentence: paymentMessages.unknownResult, isBad: true }
    if (result.result === 'processing')
      return {
        outcome: 'done',
        sentence: paymentMessages.processingStarted(gateways[startedCharge.request.gateway]),
      }
    return { outcome: 'done', sentence: paymentMessages[result.result] }
  },
})

async function requestRetryCharge(
  platform: Platform,
  startedCharge: StartedCharge,
): Promise<ChargeResult> {
  try {
    return await requestCharge(platform, startedCharge)
  } catch (error) {
    if (error instanceof HttpError) throw error
    platform.log.warn(
      { err: error, key: startedCharge.request.key },
      "The payment provider didn't respond to a charge",
    )
    throw invalidState(paymentMessages.noResponse)
  }
}

/**
 * Logs a rejected retry in its own transaction, because the row itself saves nothing. The order's
 * timeline shows the entry.
 */
async function auditRejectedRetry(
  platform: Platform,
  orderId: number,
  { by, job }: JobStarter,
  { problem }: HttpError,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const last = await findLastAttempt(trx, orderId)
    if (!last) return
    const now = platform.now().toISOString()
    await createAuditor(trx, { asked: { id: `job-${job}`, ip: '' }, now, actor: by })({
      event: `paymentAttempts.${problem.detail === paymentMessages.noResponse ? 'retryUnanswered' : 'retryRefused'}`,
      target: {
        type: 'paymentAttempts',
        id: last.id,
        label: last.orderNumber,
        storeId: last.storeId,
      },
      cause: problem.detail,
    })
  })
}

type JobStarter = { by: string; job: number }

/**
 * Rejects the row if the user who started the job lost the permission or the store. Money is about
 * to move, so this is checked here too.
 */
async function requireJobStarter({ db, now }: Platform, row: JobRow): Promise<JobStarter> {
  const { rows } = await sql<{ userId: number; apiKeyId: number | null; job: number }>`
    select jobs.user_id, jobs.api_key_id, jobs.id as job from jobs join job_rows on job_rows.job_id = jobs.id
    where job_rows.id = ${row.id} and jobs.status = 'running'`.execute(db)
  const [startedJob] = rows
  const account = startedJob && (await findJobAccount(db, startedJob, now().toISOString()))
  if (!account || !hasPermission(retryPermission, account))
    throw invalidState(paymentMessages.noPermission)
  const { orderId } = row.input as RetryInput
  const { rows: orderRows } = await sql<{ storeId: number }>`
    select store_id from orders where id = ${orderId}`.execute(db)
  const { storeIds } = account
  if (!orderRows[0] || (storeIds && !storeIds.includes(orderRows[0].storeId)))
    throw invalidState(paymentMessages.noPermission)
  return { by: account.email, job: startedJob.job }
}
