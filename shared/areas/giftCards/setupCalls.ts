import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

export const Balance = type({
  currency: string(),
  /** Minor units. */
  amount: number(),
  low: boolean(),
})
/** What an account at Runa holds of one currency. */
export type Balance = Infer<typeof Balance>

const Webhook = type({ address: nullable(string()), heardAt: nullable(string()) })
const Shortage = type({
  currency: string(),
  /** The least that one of the failed gift cards needs, in minor units. */
  needed: number(),
  failed: number(),
  since: string(),
})
const Balances = type({
  at: nullable(string()),
  balances: array(Balance),
  /** Currencies in which gift cards failed for lack of funds, until the balance suffices. */
  shortages: optional(array(Shortage)),
  webhook: optional(nullable(Webhook)),
})
/** Balances as last read (`at` null before that), with the webhook's address and its last event, where this side has one. */
export type Balances = Infer<typeof Balances>

/** GET /giftCardSetup/ID/balances: as last read, by a test, a check or by hand. */
export async function readBalances(api: Api, id: number, signal?: AbortSignal): Promise<Balances> {
  const path = `/giftCardSetup/${id}/balances`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Balances, body)
}

/** POST /giftCardSetup/ID/balances: asks Runa; fails with 409 `wrong_state` and a sentence where it does not answer with them. */
export async function refreshBalances(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({
    method: 'POST',
    path: `/giftCardSetup/${id}/balances`,
    body: {},
    idempotencyKey,
  })
}

/** POST /giftCardSetup/ID/freeze: nothing is sent while it is frozen; `reason` is needed to freeze. Fails with 409 and `reach` until it names the token of that. */
export async function freezeGiftCards(
  api: Api,
  { id, reach, ...body }: { id: number; frozen: boolean; reason: string; reach: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCardSetup/${id}/freeze`
  const search = new URLSearchParams({ [reachParam]: reach })
  return asRecord((await api.send({ method: 'POST', path, body, search, idempotencyKey })).body)
}
