import { sql } from 'kysely'
import { formatInstant, addTime } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { limits } from '#shared/limits.ts'
import { deletionFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireVersion, parseVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { updateStore, lockStore } from './updateStore.ts'
import type { StoreRecord } from './updateStore.ts'

/**
 * POST /stores/ID/deletion: archives the store. It is deleted once the hold ends (purgeStores.ts).
 */
export async function scheduleDeletion(change: RequestContext): Promise<CallResult> {
  const { request: asked, now } = change
  const version = requireVersion(asked)
  const { code, reason } = parseValues({ fields: deletionFields }, asked.body, 'all')
  const store = await lockStore(change, version)
  if (store.deleteAfter !== null)
    throw invalidState(
      storeRuleMessages.status.alreadyHeld(
        `${formatInstant(store.deleteAfter, utcZone)} ${utcZone}`,
      ),
    )
  if (code !== store.code) throw validationFailed({ code: storeRuleMessages.otherCode(store.code) })
  const kept = store.status === 'archived' ? store.statusReason : null
  await sql`
    update stores set held_status = status, held_reason = status_reason
    where id = ${store.id}`.execute(change.trx)
  return updateStore(change, store, {
    event: 'deletionPlanned',
    values: {
      status: 'archived',
      statusReason: typeof reason === 'string' ? reason : kept,
      deleteAfter: addTime(now, limits.deletionHoldDays, 'day'),
    },
  })
}

/** DELETE /stores/ID/deletion: restores the store with its earlier status and reason. */
export async function restoreStore(change: RequestContext): Promise<CallResult> {
  const store = await lockStore(change, parseVersion(change.request))
  if (store.deleteAfter === null) throw invalidState(storeRuleMessages.status.notHeld)
  return updateStore(change, store, {
    event: 'restored',
    values: { ...(await loadPreviousStatus(change, store)), deleteAfter: null },
  })
}

async function loadPreviousStatus(
  { trx }: RequestContext,
  { id, status, statusReason }: StoreRecord,
): Promise<Pick<StoreRecord, 'status' | 'statusReason'>> {
  const { rows } = await sql<{ status: StoreRecord['status'] | null; statusReason: string | null }>`
    select held_status as status, held_reason as status_reason from stores
    where id = ${id}`.execute(trx)
  const before = rows[0]
  return before?.status
    ? { status: before.status, statusReason: before.statusReason }
    : { status, statusReason }
}
