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
export async function handleScheduleStoreDeletion(context: RequestContext): Promise<CallResult> {
  const { request, now } = context
  const version = requireVersion(request)
  const { code, reason } = parseValues({ fields: deletionFields }, request.body, 'all')
  const store = await lockStore(context, version)
  if (store.deleteAfter !== null)
    throw invalidState(
      storeRuleMessages.status.alreadyHeld(
        `${formatInstant(store.deleteAfter, utcZone)} ${utcZone}`,
      ),
    )
  if (code !== store.code) throw validationFailed({ code: storeRuleMessages.otherCode(store.code) })
  const previousReason = store.status === 'archived' ? store.statusReason : null
  await sql`
    update stores set held_status = status, held_reason = status_reason
    where id = ${store.id}`.execute(context.trx)
  return updateStore(context, store, {
    event: 'deletionPlanned',
    values: {
      status: 'archived',
      statusReason: typeof reason === 'string' ? reason : previousReason,
      deleteAfter: addTime(now, limits.deletionHoldDays, 'day'),
    },
  })
}

/** DELETE /stores/ID/deletion: restores the store with its earlier status and reason. */
export async function handleCancelStoreDeletion(context: RequestContext): Promise<CallResult> {
  const store = await lockStore(context, parseVersion(context.request))
  if (store.deleteAfter === null) throw invalidState(storeRuleMessages.status.notHeld)
  return updateStore(context, store, {
    event: 'restored',
    values: { ...(await loadPreviousStatus(context, store)), deleteAfter: null },
  })
}

async function loadPreviousStatus(
  { trx }: RequestContext,
  { id, status, statusReason }: StoreRecord,
): Promise<Pick<StoreRecord, 'status' | 'statusReason'>> {
  const { rows } = await sql<{ status: StoreRecord['status'] | null; statusReason: string | null }>`
    select held_status as status, held_reason as status_reason from stores
    where id = ${id}`.execute(trx)
  const previous = rows[0]
  return previous?.status
    ? { status: previous.status, statusReason: previous.statusReason }
    : { status, statusReason }
}
