import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { loadUnparsedStoreData } from './loadUnparsedStoreData.ts'

/** The kinds of setups that many stores can share. */
export const sharedSetupKinds = ['mail', 'payment', 'gift'] as const
export type SharedSetupKind = (typeof sharedSetupKinds)[number]

export const isSharedSetupKind = (kind: unknown): kind is SharedSetupKind =>
  sharedSetupKinds.some((one) => one === kind)

const SetupOffer = type({
  kind: enums(sharedSetupKinds),
  id: number(),
  name: string(),
  state: string(),
  /** Test or live mode of a payment setup; null for other kinds. */
  mode: nullable(string()),
})
export type SetupOffer = Infer<typeof SetupOffer>

/** GET /stores/ID/setups: existing setups that this store could use, active ones first. */
export async function loadSetupOffers(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<SetupOffer[]> {
  const body = await loadUnparsedStoreData(api, `/${id}/setups`, signal)
  return parseResponse(type({ data: array(SetupOffer) }), body).data
}

/**
 * POST /stores/ID/setups: assigns this setup to the store. Fails with 409 or 422 if the store can't
 * use it.
 */
export async function assignStoreSetup(
  api: Api,
  storeId: number,
  setup: Pick<SetupOffer, 'kind' | 'id'>,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${storeId}/setups`
  return parseRecord((await api.send({ method: 'POST', path, body: setup, idempotencyKey })).body)
}
