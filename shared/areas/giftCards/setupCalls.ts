import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

export const RunaBalance = type({
  currency: string(),
  /** Minor units. */
  amount: number(),
  low: boolean(),
})
/** What an account at Runa holds of one currency. */
export type RunaBalance = Infer<typeof RunaBalance>

const RunaWebhook = type({ address: nullable(string()), heardAt: nullable(string()) })
const RunaShortage = type({
  currency: string(),
  /** The least that one of the failed gift cards needs, in minor units. */
  needed: number(),
  failed: number(),
  since: string(),
})
const RunaBalances = type({
  at: nullable(string()),
  balances: array(RunaBalance),
  /** Currencies in which gift cards failed for lack of funds, until the balance suffices. */
  shortages: optional(array(RunaShortage)),
  webhook: optional(nullable(RunaWebhook)),
})
/** Balances as last read (`at` null before that), with the webhook's address and its last event, where this side has one. */
export type RunaBalances = Infer<typeof RunaBalances>

/** GET /giftCardSetup/ID/balances: as last read, by a test, a check or by hand. */
export async function loadBalances(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<RunaBalances> {
  const path = `/giftCardSetup/${id}/balances`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(RunaBalances, body)
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
  const search = new URLSearchParams({ [impactParam]: reach })
  return parseRecord((await api.send({ method: 'POST', path, body, search, idempotencyKey })).body)
}
