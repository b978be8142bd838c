import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { applyAndReload } from '#server/platform/core/records/resourceHooks.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'

export type StoreRecord = RecordOf<typeof stores>

/**
 * Loads the store of a call and locks it until the transaction ends. Rejects another version with a
 * conflict.
 */
export async function lockStore(
  { trx, request, caller }: RequestContext,
  version: number | null,
): Promise<StoreRecord> {
  // A record of this definition has its fields.
  return (await lockRecord(
    trx,
    limitToCaller(caller, stores),
    parseRecordId(stores, request),
    version,
  )) as StoreRecord
}

/**
 * Writes values that aren't in any form as a change of the record: with a new version, a log entry,
 * and refreshed figures. Returns the record.
 */
export async function updateStore(
  context: RequestContext,
  before: StoreRecord,
  { event, values }: { event: string; values: Partial<StoreRecord> },
): Promise<CallResult> {
  const { trx, now, caller, audit } = context
  await withRecordTables(trx)
    .updateTable(stores.name)
    .set({ ...values, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  const names = Object.keys(values) as (keyof StoreRecord)[] // The type has no other keys.
  await audit({
    event: `${stores.name}.${event}`,
    target: toAuditTarget(stores, before),
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: values,
  })
  const [body] = await applyAndReload(
    limitToCaller(caller, getResourceModule('stores')),
    context,
    [before],
    [before],
  )
  return { status: 200, body, version: before.version + 1 }
}
