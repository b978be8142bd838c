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

/** What members read while their store is in maintenance. */
export const maintenanceMessageField = optional(
  text(storeMessages.maintenanceMessage, {
    max: 300,
    hint: storeMessages.maintenanceMessageHint,
  }),
)

/** Fields of a status change; `statusChanges` says when the reason is required. */
export const statusFields = {
  change: select(storeMessages.change, statusChangeLabels),
  reason: optional(statusReasonField),
  message: maintenanceMessageField,
}

/** Fields of a deletion: the operator enters the store's code to confirm. */
export const deletionFields = {
  code: text(storeMessages.code, { max: 41 }),
  reason: optional(statusReasonField),
}

/**
 * POST /stores/ID/status. Fails with 409 `wrong_state` or `conflict`, with 409 `unconfirmed` and
 * `reach` if members could pay only with test cards, and with 422 `fields.reason` if a reason is
 * required.
 */
export async function updateStoreStatus(
  api: Api,
  { id, version }: VersionedStore,
  {
    reach = '',
    ...body
  }: { change: StatusChangeName; reason?: string; message?: string; reach?: string },
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

/**
 * DELETE /stores/ID/status: undoes the status change that produced this version. Fails with 409
 * `wrong_state` if this version has another origin.
 */
export const createStatusUndo = (store: VersionedStore): Undo =>
  createUndo(store, { method: 'DELETE', path: `/stores/${store.id}/status` })

/**
 * POST /stores/ID/deletion: archives the store for `limits.deletionHoldDays` before it's deleted.
 * Fails with 422 `fields.code` or 409 `wrong_state`.
 */
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

/**
 * DELETE /stores/ID/deletion: cancels the deletion that produced this version and restores the
 * previous status.
 */
export const createScheduledDeletionUndo = (store: VersionedStore): Undo =>
  createUndo(store, { method: 'DELETE', path: `/stores/${store.id}/deletion` })

/**
 * DELETE /stores/ID/deletion: cancels the deletion and restores the previous status. Fails with 409
 * `wrong_state` if no deletion is scheduled.
 */
export async function cancelStoreDeletion(
  api: Api,
  { id, version }: VersionedStore,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/deletion`
  const answer = await api.send({ method: 'DELETE', path, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}
