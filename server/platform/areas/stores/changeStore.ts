import type { RecordOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { settled } from '#server/platform/core/records/settled.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { keptStores } from './consequences.ts'

export type StoreRecord = RecordOf<typeof stores>

/** The store that a call names, held for this transaction; a version that is not its own is a conflict. */
export async function lockStore(
  { trx, asked, caller }: Change,
  version: number | null,
): Promise<StoreRecord> {
  // A record of this definition has its fields.
  return (await lockRecord(
    trx,
    scopedTo(caller, stores),
    recordIdOf(stores, asked),
    version,
  )) as StoreRecord
}

/** Writes what no form writes, as a change of the record: a new version, an audit row, figures, the record as answer. */
export async function changeStore(
  change: Change,
  before: StoreRecord,
  { event, values }: { event: string; values: Partial<StoreRecord> },
): Promise<Answer> {
  const { trx, now, caller, audit } = change
  await recordTables(trx)
    .updateTable(stores.name)
    .set({ ...values, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  const names = Object.keys(values) as (keyof StoreRecord)[] // They are what the type says.
  await audit({
    event: `${stores.name}.${event}`,
    target: targetOf(stores, before),
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: values,
  })
  const [body] = await settled(scopedTo(caller, keptStores), change, [before], [before])
  return { status: 200, body, version: before.version + 1 }
}
