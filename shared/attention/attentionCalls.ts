import type { Api } from '../engine/api.ts'
import { integer, optional, select } from '../engine/fields.ts'
import { asRecord, listRecords } from '../engine/recordCalls.ts'
import type { RecordPage } from '../engine/recordCalls.ts'
import type { AnyRecord } from '../engine/resource.ts'
import { attentionItems, attentionStates } from '../resources/attentionItems.ts'
import { owner } from '../users/owner.ts'

export const attentionFields = {
  state: select('State', attentionStates),
  days: optional(integer('Days', { min: 1, max: 90 })),
  ownerId: owner,
}

/** What needs attention and nobody put off, what hurts most first. */
export const openItems = (api: Api, limit: number, signal: AbortSignal): Promise<RecordPage> =>
  listRecords(
    api,
    attentionItems,
    {
      search: '',
      filters: [{ field: 'state', op: 'eq', value: 'open' }],
      sort: { field: 'rank', descending: true },
      limit,
      after: null,
    },
    signal,
  )

/** POST /attentionItems/ID/state: snoozed for so many days, one unless told. */
export async function changeItem(
  api: Api,
  id: number,
  body: { state: keyof typeof attentionStates; days?: number },
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
