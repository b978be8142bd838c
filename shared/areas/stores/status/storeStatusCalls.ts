import type { Api } from '#shared/engine/api.ts'
import { optional, select, text } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { statusChanges } from './storeStates.ts'
import type { StatusChangeName } from './storeStates.ts'
import { storeMessages } from '../messages.ts'

type VersionedStore = { id: number; version: number }

const statusChangeLabels = Object.fromEntries(
  Object.entries(statusChanges).map(([name, { label }]) => [name, label]),
)

export const statusReasonField = text(storeMessages.reason, { max: limits.statusReason })

/** What a change of status asks for; the reason must be there where `statusChanges` says so. */
export const statusFields = {
  change: select(storeMessages.change, statusChangeLabels),
  reason: optional(statusReasonField),
}

/** What deleting a store asks for: its own code, typed again. */
export const deletionFields = {
  code: text(storeMessages.code, { max: 41 }),
  reason: optional(statusReasonField),
}

/**
 * POST /stores/ID/status. Fails with 409 `wrong_state` or `conflict`, 409 `unconfirmed` with `reach` where members would
 * pay with test cards, 422 `fields.reason` when a reason is needed.
 */
export async function updateStoreStatus(
  api: Api,
  { id, version }: VersionedStore,
  { reach = '', ...body }: { change: StatusChangeName; reason?: string; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/status`
  const answer = await api.send({
    method: 'POST',
    path,
    body,
    ifMatch: version,
    idempotencyKey,
    ...(reach && { search: new URLSearchParams({ [impactParam]: reach }) }),
  })
  return parseRecord(answer.body)
}

/** DELETE /stores/ID/status: as before the change that made this version. Fails with 409 `wrong_state` when that was another. */
export const createStatusUndo = (store: VersionedStore): Undo =>
  createUndo(store, { method: 'DELETE', path: `/stores/${store.id}/status` })

/** POST /stores/ID/deletion: archives it for `limits.deletionHoldDays`. Fails with 422 `fields.code`, or 409 `wrong_state`. */
export async function scheduleStoreDeletion(
  api: Api,
  { id, version }: VersionedStore,
  body: { code: string; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/deletion`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

/** The store stays, in the status it had before its deletion was planned as this version. */
export const createScheduledDeletionUndo = (store: VersionedStore): Undo =>
  createUndo(store, { method: 'DELETE', path: `/stores/${store.id}/deletion` })

/** DELETE /stores/ID/deletion: the store stays, in the status it had before. Fails with 409 `wrong_state` when it was not to be deleted. */
export async function restoreStore(
  api: Api,
  { id, version }: VersionedStore,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/deletion`
  const answer = await api.send({ method: 'DELETE', path, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}
