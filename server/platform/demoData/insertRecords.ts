import type { SeedContext } from '../core/area/area.ts'
import { withRecordTables } from '../database/schema.ts'

/** Inserts records that exist since the platform was founded. Resolves to their IDs. */
export async function insertRecords(
  { trx, since, author }: SeedContext,
  table: string,
  records: readonly object[],
): Promise<number[]> {
  const timestamp = since.toISOString()
  const stamp = { createdAt: timestamp, createdBy: author, updatedAt: timestamp, updatedBy: author }
  const inserted = await withRecordTables(trx)
    .insertInto(table)
    .values(records.map((record) => ({ ...record, ...stamp })))
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}
