import type { RecordOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { applyAndReload } from '#server/platform/core/records/resourceHooks.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { storeModule } from './hooks.ts'

export type StoreRecord = RecordOf<typeof stores>

/** The store that a call names, held for this transaction; a version that is not its own is a conflict. */
export async function lockStore(
  { trx, request: asked, caller }: RequestContext,
  version: number | null,
): Promise<StoreRecord> {
  // A record of this definition has its fields.
  return (await lockRecord(
    trx,
    limitToCaller(caller, stores),
    parseRecordId(stores, asked),
    version,
  )) as StoreRecord
}

/** Writes what no form writes, as a change of the record: a new version, an audit row, figures, the record as answer. */
export async function updateStore(
  change: RequestContext,
  before: StoreRecord,
  { event, values }: { event: string; values: Partial<StoreRecord> },
): Promise<CallResult> {
  const { trx, now, caller, audit } = change
  await withRecordTables(trx)
    .updateTable(stores.name)
    .set({ ...values, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  const names = Object.keys(values) as (keyof StoreRecord)[] // They are what the type says.
  await audit({
    event: `${stores.name}.${event}`,
    target: toAuditTarget(stores, before),
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: values,
  })
  const [body] = await applyAndReload(
    limitToCaller(caller, storeModule),
    change,
    [before],
    [before],
  )
  return { status: 200, body, version: before.version + 1 }
}
