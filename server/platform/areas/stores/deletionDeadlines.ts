import { sql } from 'kysely'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { storeCallMessages } from './messages.ts'

/** Finds the days on which stores are deleted. Until then, the deletion can be canceled. */
export async function findDeletionDeadlines(trx: Connection): Promise<Deadline[]> {
  const { rows } = await sql<{ id: number; name: string; deleteAfter: string }>`
    select id, name, delete_after from stores where delete_after is not null order by id`.execute(
    trx,
  )
  return rows.map(({ id, name, deleteAfter }) => ({
    subject: `deletion/${id}`,
    kind: 'deletion',
    permission: stores.permission,
    title: storeCallMessages.deletionDeadline(name),
    at: deleteAfter,
    storeIds: [id],
    link: buildStoreUrl(id),
  }))
}
