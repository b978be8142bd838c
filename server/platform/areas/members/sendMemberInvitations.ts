import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { emailQueue, enqueueEmail } from '../email/index.ts'
import { formatMemberInvitation } from './messages.ts'

const invitationBatchSize = 200

type UninvitedMember = {
  id: number
  name: string
  email: string
  storeId: number
  store: string
  host: string
}

/**
 * Sends the invitations of members whose stores are active, one batch per transaction, until all
 * are queued.
 */
export async function sendMemberInvitations(platform: Platform): Promise<void> {
  while (
    !platform.shutdownSignal.aborted &&
    (await sendInvitationBatch(platform)) === invitationBatchSize
  );
}

async function sendInvitationBatch(platform: Platform): Promise<number> {
  const now = platform.now().toISOString()
  const sent = await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<UninvitedMember>`
      select members.id, members.name, members.email, store_id, stores.name as store, primary_domain as host
      from members join stores on stores.id = members.store_id
      where invite and invited_at is null and members.active and stores.status = 'active'
      order by store_id, members.id limit ${invitationBatchSize} for update of members skip locked`.execute(
      trx,
    )
    if (rows.length === 0) return 0
    for (const member of rows) {
      const { email: to, storeId } = member
      const message = {
        kind: 'memberInvitation',
        to,
        storeId,
        ...formatMemberInvitation(member),
      } as const
      await enqueueEmail({ trx, platform, now }, message)
    }
    const ids = rows.map(({ id }) => id)
    await sql`update members set invited_at = ${now} where id = any(${ids}::int[])`.execute(trx)
    const audit = createAuditor(trx, {
      asked: { id: 'invitations', ip: '' },
      now,
      actor: 'platform',
    })
    await audit(
      ...rows.map(({ id, name, storeId }) => ({
        event: 'members.invited',
        target: { type: 'members', id, label: name, storeId },
      })),
    )
    return rows.length
  })
  if (sent > 0) await platform.wakeQueue(emailQueue)
  return sent
}
