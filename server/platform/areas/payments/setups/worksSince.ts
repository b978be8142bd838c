import { sql } from 'kysely'
import { labelOf } from '#shared/engine/resource.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { LifeWork, StatusChange } from '#server/platform/core/integrations/integration.ts'
import { refreshSetupFailures, resolveSetupIncidents } from '../incidents/setupFailures.ts'
import { asSetup } from './setUp.ts'

/**
 * Saves since when a payment setup works: the last test that passed, its activation, or its recovery. Checks of a setup that
 * works prove nothing about payments that failed meanwhile, so they don't count. Payments that failed because of the setup
 * follow, and its incidents are resolved.
 */
export async function saveWhetherItWorks(
  { trx, now }: LifeWork,
  { record, event, after }: StatusChange,
): Promise<void> {
  const wasActive = record['state'] === 'active'
  const works = after.state === 'active' && event !== 'fail'
  if (works && wasActive && event !== 'pass') return
  await sql`update payment_setups set works_since = ${works ? now : null} where id = ${record.id}`.execute(
    trx,
  )
  const { storeIds, provider } = asSetup(record)
  await refreshSetupFailures({ trx, now }, storeIds)
  if (works)
    await resolveSetupIncidents(trx, {
      now,
      setup: labelOf(paymentSetups, record),
      gateway: provider,
    })
}
