import { nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { readStorePart } from './readStorePart.ts'

const FirstAdmin = type({
  account: nullable(type({ id: number(), email: string(), status: string() })),
})
export type FirstAdmin = Infer<typeof FirstAdmin>['account']

/** GET /stores/ID/admin: the account of the first admin; null if the store has none. */
export async function readFirstAdmin(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<FirstAdmin> {
  return checked(FirstAdmin, await readStorePart(api, `/${id}/admin`, signal)).account
}

/** POST /stores/ID/admin/invitation: sends the invitation now. Fails with 409 if it was sent, or if nobody is named. */
export async function inviteFirstAdmin(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<FirstAdmin> {
  const path = `/stores/${id}/admin/invitation`
  return checked(FirstAdmin, (await api.send({ method: 'POST', path, idempotencyKey })).body)
    .account
}
