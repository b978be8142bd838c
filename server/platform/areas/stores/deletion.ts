import { sql } from 'kysely'
import { formatInstant, instantAfter } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { limits } from '#shared/limits.ts'
import { deletionFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { requiredVersion, versionFrom } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { changeStore, lockStore } from './changeStore.ts'
import type { StoreRecord } from './changeStore.ts'
import { wrongState } from './wrongState.ts'

/** POST /stores/ID/deletion: archives the store; after the hold it is deleted (purge.ts). */
export async function planDeletion(change: Change): Promise<Answer> {
  const { asked, now } = change
  const version = requiredVersion(asked)
  const { code, reason } = readValues({ fields: deletionFields }, asked.body, 'all')
  const store = await lockStore(change, version)
  if (store.deleteAfter !== null)
    throw wrongState(
      storeRuleMessages.status.alreadyHeld(
        `${formatInstant(store.deleteAfter, utcZone)} ${utcZone}`,
      ),
    )
  if (code !== store.code) throw invalid({ code: storeRuleMessages.otherCode(store.code) })
  const kept = store.status === 'archived' ? store.statusReason : null
  await sql`
    update stores set held_status = status, held_reason = status_reason
    where id = ${store.id}`.execute(change.trx)
  return changeStore(change, store, {
    event: 'deletionPlanned',
    values: {
      status: 'archived',
      statusReason: typeof reason === 'string' ? reason : kept,
      deleteAfter: instantAfter(now, limits.deletionHoldDays, 'day'),
    },
  })
}

/** DELETE /stores/ID/deletion: lifts the hold; the store is what it was before, for the reason it had. */
export async function restoreStore(change: Change): Promise<Answer> {
  const store = await lockStore(change, versionFrom(change.asked))
  if (store.deleteAfter === null) throw wrongState(storeRuleMessages.status.notHeld)
  return changeStore(change, store, {
    event: 'restored',
    values: { ...(await beforeHold(change, store)), deleteAfter: null },
  })
}

async function beforeHold(
  { trx }: Change,
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
