import { nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUnparsedStoreData } from './loadUnparsedStoreData.ts'

const FirstAdmin = type({
  account: nullable(type({ id: number(), email: string(), status: string() })),
})
export type FirstAdmin = Infer<typeof FirstAdmin>['account']

/** GET /stores/ID/admin: the first admin's account, or null if the store has none. */
export async function loadFirstAdmin(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<FirstAdmin> {
  return parseResponse(FirstAdmin, await loadUnparsedStoreData(api, `/${id}/admin`, signal)).account
}

/**
 * POST /stores/ID/admin/invitation: sends the invitation now. Fails with 409 if it was sent before
 * or the store names no first admin.
 */
export async function inviteFirstAdmin(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<FirstAdmin> {
  const path = `/stores/${id}/admin/invitation`
  return parseResponse(FirstAdmin, (await api.send({ method: 'POST', path, idempotencyKey })).body)
    .account
}
