import { sql } from 'kysely'
import { reopenAfterDays } from '#shared/areas/alerts/alertCalls.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { requireStores, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'

const snoozeUnitMs = 86_400_000

/** Locks an alert. Rejects a caller who can't see it, or who doesn't have all of its stores. */
export async function lockAlert(
  { trx, caller }: WriteContext,
  id: number,
  version: number | null,
): Promise<AnyRecord> {
  const item = await lockRecord(trx, limitToCaller(caller, attentionItems), id, version)
  // The item that a limited caller can read names only its own stores, so check all of them.
  const { rows } = await sql<{ storeIds: number[] }>`
    select store_ids from attention_items where id = ${id}`.execute(trx)
  requireStores(attentionItems, rows[0]?.storeIds ?? [], caller)
  return item
}

/** `source`: where the change comes from, for the log, if the caller isn't signed in. */
type ChangeSource = { source?: string }

/** Snoozes, dismisses, or reopens a locked alert. */
export async function updateAlertState(
  { trx, caller, now, audit }: WriteContext,
  item: AnyRecord,
  { to, days, reason, ...source }: ChangeSource & { to: string; days: number; reason: unknown },
): Promise<void> {
  const hiddenDays = countHiddenDays(to, item, days)
  const until = hiddenDays && new Date(Date.parse(now) + hiddenDays * snoozeUnitMs).toISOString()
  await sql`update attention_items set state = ${to}, snoozed_until = ${until}, reason = ${reason},
    version = version + 1, updated_at = ${now}, updated_by = ${caller.email} where id = ${item.id}`.execute(
    trx,
  )
  await audit({
    event: `attentionItems.${to === 'open' ? 'reopened' : to}`,
    target: toAuditTarget(attentionItems, item),
    before: { state: item['state'], reason: item['reason'] },
    after: { state: to, reason, ...(until && { snoozedUntil: until }), ...source },
  })
}

/** Returns after how many days an alert opens again; null if it stays hidden until it is fixed. */
function countHiddenDays(state: string, { kind }: AnyRecord, snoozeDays: number): number | null {
  if (state === 'snoozed') return snoozeDays
  return state === 'resolved' && kind === 'integration' ? reopenAfterDays : null
}

/** Assigns a locked alert; null unassigns it. */
export async function updateAlertOwner(
  { trx, caller, now, audit }: WriteContext,
  item: AnyRecord,
  { ownerId, ...source }: ChangeSource & { ownerId: number | null },
): Promise<void> {
  await sql`update attention_items set owner_id = ${ownerId}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where id = ${item.id}`.execute(trx)
  await audit({
    event: 'attentionItems.assigned',
    target: toAuditTarget(attentionItems, item),
    before: { ownerId: item['ownerId'] },
    after: { ownerId, ...source },
  })
}
