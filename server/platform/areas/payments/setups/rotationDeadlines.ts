import { sql } from 'kysely'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { buildSetupSectionUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { paymentSetupMessages } from './messages.ts'
import { retiredCredentials } from './retiredCredentials.ts'

/** Finds until when the previous credentials of setups are accepted after a rotation. */
export async function findRotationDeadlines(trx: Connection): Promise<Deadline[]> {
  const { rows } = await sql<{ id: number; name: string; storeIds: number[]; endsAt: string }>`
    select setup.id, setup.name, setup.store_ids, max(ends_at) as ends_at
    from ${sql.table(retiredCredentials)} as retired join payment_setups as setup on setup.id = setup_id
    group by setup.id order by setup.id`.execute(trx)
  return rows.map(({ endsAt: at, storeIds, ...setup }) => ({
    subject: `rotation/paymentSetups/${setup.id}`,
    kind: 'credential',
    permission: paymentSetups.permission,
    title: paymentSetupMessages.rotationDeadline(setup.name),
    at,
    storeIds,
    link: buildSetupSectionUrl(paymentSetups, setup, 'tab=credentials#rotate'),
  }))
}
