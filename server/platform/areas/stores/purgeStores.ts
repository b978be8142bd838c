import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createAuditor, toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findRecordsToRecount, refreshStoreCounts } from './figures/counts.ts'

/**
 * Deletes stores whose hold has ended, with one transaction and log entry each. Skips locked
 * stores; failed ones are retried by the next run.
 */
export async function purgeStores({ db, now, log }: Platform): Promise<void> {
  const at = now().toISOString()
  const due = await withRecordTables(db)
    .selectFrom(stores.name)
    .select('id')
    .where('deleteAfter', '<=', at)
    .orderBy('id')
    .execute()
  for (const { id } of due)
    await db
      .transaction()
      .execute((trx) => purgeStore(trx, id, at))
      .catch((err: unknown) => log.warn({ err, storeId: id }, "A store couldn't be deleted"))
}

async function purgeStore(trx: Connection, id: number, now: string): Promise<void> {
  const row = await withRecordTables(trx)
    .selectFrom(stores.name)
    .select(getRecordColumns(stores))
    .where('id', '=', id)
    .where('deleteAfter', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return
  const store = row as AnyRecord // The columns are those of `getRecordColumns`.
  await sql`delete from stores where id = ${id}`.execute(trx)
  await refreshStoreCounts(trx, findRecordsToRecount([store], [{}]))
  const audit = createAuditor(trx, { asked: { id: 'tidying', ip: '' }, now, actor: 'platform' })
  await audit({
    event: `${stores.name}.deleted`,
    target: toAuditTarget(stores, store),
    before: Object.fromEntries(Object.keys(stores.fields).map((name) => [name, store[name]])),
  })
}
