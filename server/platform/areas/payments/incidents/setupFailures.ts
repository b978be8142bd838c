import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { StatusContext } from '#server/platform/core/integrations/integration.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockAttemptOrders } from '../attempts.ts'
import { eventIncidentKeyPattern } from './eventIncidents.ts'
import { causeKey } from './detectIncidents.ts'
import { paymentMessages } from '../messages.ts'

type SetupFailureContext = Pick<StatusContext, 'trx' | 'now'>

/** Matches failed payments of these stores that the payment setup caused. */
const matchSetupFailures = (storeIds: readonly number[]) => sql<boolean>`
  payment_attempts.store_id = any(${storeIds}::int[]) and payment_attempts.reason = 'configuration'
    and payment_attempts.status <> 'recovered'`

/**
 * If the provider's setup has worked since the failure, the payment can be retried. If only another
 * provider's setup works, the member can pay by link.
 */
const retryableExpression = sql<string>`case
  when exists (select from payment_setups where provider = payment_attempts.gateway
    and works_since > payment_attempts.attempted_at and payment_attempts.store_id = any(store_ids)) then 'yes'
  when exists (select from payment_setups where provider <> payment_attempts.gateway
    and works_since is not null and payment_attempts.store_id = any(store_ids)) then 'customer'
  else 'no' end`

/**
 * Updates whether payments that failed because of a payment setup can be retried, after the setups
 * of these stores changed. Locks the orders first, as every other writer of their attempts does.
 */
export async function refreshSetupFailureRetryability(
  { trx, now }: SetupFailureContext,
  storeIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number; attemptedAt: string }>`
    select id, attempted_at from payment_attempts
    where ${matchSetupFailures(storeIds)} and retryable <> ${retryableExpression}`.execute(trx)
  if (rows.length === 0) return
  const [ids, times] = [rows.map(({ id }) => id), rows.map(({ attemptedAt }) => attemptedAt)]
  await lockAttemptOrders(trx, ids)
  await sql`update payment_attempts set retryable = ${retryableExpression}, version = version + 1,
      updated_at = ${now}, updated_by = 'platform'
    where id = any(${ids}::int[]) and attempted_at = any(${times}::timestamptz[])
      and ${matchSetupFailures(storeIds)} and retryable <> ${retryableExpression}`.execute(trx)
}

type ResolvedIncident = { id: number; cause: string }

/**
 * Resolves the incidents that a payment setup caused and that it no longer causes in any store. An
 * incident stays open while one of its payments failed at a setup that doesn't work yet.
 */
export async function resolveSetupIncidents(
  trx: Connection,
  { now, setup, gateway }: { now: string; setup: string; gateway: string },
): Promise<void> {
  const failures = sql`select from payment_attempts
    where ${causeKey} = incidents.key and attempted_at >= incidents.opened_at and payment_attempts.status <> 'recovered'`
  const resolution = paymentMessages.setupWorks(setup)
  const { rows } = await sql<ResolvedIncident>`
    update incidents set status = 'resolved', resolved_at = ${now}, resolution = ${resolution},
      version = version + 1, updated_at = ${now}, updated_by = 'platform'
    where status = 'open' and reason = 'configuration' and gateway = ${gateway}
      and key not like ${eventIncidentKeyPattern}
      and exists (${failures}) and not exists (${failures} and retryable = 'no')
    returning id, cause`.execute(trx)
  if (rows.length === 0) return
  const subjects = rows.map(({ id }) => `incident/${id}`)
  await sql`delete from attention_items where subject = any(${subjects}::text[])`.execute(trx)
  const audit = createAuditor(trx, { asked: { id: 'incidents', ip: '' }, now, actor: 'platform' })
  await audit(
    ...rows.map(({ id, cause }) => ({
      event: 'incidents.resolved',
      target: { type: 'incidents', id, label: cause },
      after: { resolution },
    })),
  )
}
