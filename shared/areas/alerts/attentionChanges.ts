import type { Api } from '#shared/engine/api.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoCall } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import type { attentionStates } from './attentionItems.ts'

/** POST /attentionItems/ID/state: snoozes for a number of days (default 1), dismisses with a reason, or reopens. */
export async function changeItem(
  api: Api,
  id: number,
  body: { state: keyof typeof attentionStates; days?: number; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/attentionItems/${id}/state`
  return asRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** PUT /attentionItems/ID/owner */
export async function assignItem(
  api: Api,
  id: number,
  ownerId: unknown,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/attentionItems/${id}/owner`
  return asRecord((await api.send({ method: 'PUT', path, body: { ownerId }, idempotencyKey })).body)
}

/** Opens again what was open before it was snoozed or resolved. */
export const undoState = (item: AnyRecord): Undo =>
  undoCall(item, {
    method: 'POST',
    path: `/attentionItems/${item.id}/state`,
    body: { state: 'open' },
  })
