import { sql } from 'kysely'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import { getRegisteredAreas } from '#server/platform/core/area/registerAreas.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const maxTitleLength = 200

/** Saves the deadlines of all areas as of `at` (ISO 8601), and deletes those that are over. */
export async function refreshDeadlines(trx: Connection, at: string): Promise<void> {
  const deadlines: Deadline[] = []
  for (const { deadlines: find } of getRegisteredAreas())
    if (find) deadlines.push(...(await find(trx, at)))
  const rows = deadlines.map(({ title, storeIds, accountIds = null, ...deadline }) => ({
    ...deadline,
    title: title.slice(0, maxTitleLength),
    store_ids: storeIds,
    account_ids: accountIds,
  }))
  await sql`
    insert into deadlines (subject, kind, permission, title, at, store_ids, account_ids, link,
      created_at, created_by, updated_at, updated_by)
    select subject, kind, permission, title, at, store_ids, account_ids, link, ${at}, 'platform', ${at}, 'platform'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (
      subject text, kind text, permission text, title text, at timestamptz, store_ids int[], account_ids int[], link text)
    on conflict (subject) do update set kind = excluded.kind, permission = excluded.permission,
      title = excluded.title, at = excluded.at, store_ids = excluded.store_ids, account_ids = excluded.account_ids, link = excluded.link,
      version = deadlines.version + 1, updated_at = excluded.updated_at
    where (deadlines.kind, deadlines.permission, deadlines.title, deadlines.at, deadlines.store_ids, deadlines.account_ids, deadlines.link)
      is distinct from (excluded.kind, excluded.permission, excluded.title, excluded.at, excluded.store_ids, excluded.account_ids, excluded.link)`.execute(
    trx,
  )
  const subjects = deadlines.map(({ subject }) => subject)
  await sql`delete from deadlines where not subject = any(${subjects}::text[])`.execute(trx)
}
