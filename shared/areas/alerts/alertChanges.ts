import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import type { alertStates } from './attentionItems.ts'

/**
 * POST /attentionItems/ID/state: snoozes for a number of days (default 1), dismisses with a reason,
 * or reopens.
 */
export async function updateAlert(
  api: Api,
  id: number,
  body: { state: keyof typeof alertStates; days?: number; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/attentionItems/${id}/state`
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** PUT /attentionItems/ID/owner */
export async function assignAlert(
  api: Api,
  id: number,
  ownerId: unknown,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/attentionItems/${id}/owner`
  return parseRecord(
    (await api.send({ method: 'PUT', path, body: { ownerId }, idempotencyKey })).body,
  )
}

/** Builds an undo that reopens a snoozed or dismissed alert. */
export const createAlertUndo = (item: AnyRecord): Undo =>
  createUndo(item, {
    method: 'POST',
    path: `/attentionItems/${item.id}/state`,
    body: { state: 'open' },
  })
