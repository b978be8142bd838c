import { sql } from 'kysely'
import { getLabel } from '#shared/engine/resource.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { StatusContext, StatusChange } from '#server/platform/core/integrations/integration.ts'
import {
  refreshSetupFailureRetryability,
  resolveSetupIncidents,
} from '../incidents/setupFailures.ts'
import { toPaymentSetup } from './paymentSetup.ts'

/**
 * Saves since when a payment setup has worked: its last passed test, its activation, or its
 * recovery. A check of a setup that already works proves nothing about payments that failed before
 * it, so it doesn't count. Updates the payments that failed because of the setup, and resolves its
 * incidents.
 */
export async function refreshAfterSetupStatusChange(
  { trx, now }: StatusContext,
  { record, event, after }: StatusChange,
): Promise<void> {
  const wasActive = record['state'] === 'active'
  const works = after.state === 'active' && event !== 'fail'
  if (works && wasActive && event !== 'pass') return
  await sql`update payment_setups set works_since = ${works ? now : null} where id = ${record.id}`.execute(
    trx,
  )
  const { storeIds, provider } = toPaymentSetup(record)
  await refreshSetupFailureRetryability({ trx, now }, storeIds)
  if (works)
    await resolveSetupIncidents(trx, {
      now,
      setup: getLabel(paymentSetups, record),
      gateway: provider,
    })
}
