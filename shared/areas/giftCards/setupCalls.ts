import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const RunaBalance = type({
  currency: string(),
  /** Minor units. */
  amount: number(),
  low: boolean(),
})
/** The balance of a Runa account in one currency. */
type RunaBalance = Infer<typeof RunaBalance>

const RunaWebhook = type({ address: nullable(string()), heardAt: nullable(string()) })
const RunaShortage = type({
  currency: string(),
  /** The smallest amount that one of the failed gift cards needs, in minor units. */
  needed: number(),
  failed: number(),
  since: string(),
})
const RunaBalances = type({
  at: nullable(string()),
  balances: array(RunaBalance),
  /** Currencies in which gift cards failed for lack of funds, until the balance is sufficient. */
  shortages: optional(array(RunaShortage)),
  webhook: optional(nullable(RunaWebhook)),
})
/**
 * The last known balances (`at` is null before the first refresh), and the webhook's URL and last
 * event if this environment has a webhook.
 */
export type RunaBalances = Infer<typeof RunaBalances>

/** GET /giftCardSetup/ID/balances: the balances as of the last test, check, or refresh. */
export async function loadRunaBalances(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<RunaBalances> {
  const path = `/giftCardSetup/${id}/balances`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(RunaBalances, body)
}

/**
 * POST /giftCardSetup/ID/balances: refreshes the balances from Runa. Fails with 409 `wrong_state`
 * and a message if Runa doesn't return them.
 */
export async function refreshRunaBalances(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<void> {
  await api.send({
    method: 'POST',
    path: `/giftCardSetup/${id}/balances`,
    body: {},
    idempotencyKey,
  })
}

/**
 * POST /giftCardSetup/ID/freeze: stops or resumes sending gift cards; freezing needs a `reason`.
 * Fails with 409 and `reach` until the call sends that token.
 */
export async function setGiftCardsFrozen(
  api: Api,
  { id, reach, ...body }: { id: number; frozen: boolean; reason: string; reach: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCardSetup/${id}/freeze`
  const search = new URLSearchParams({ [impactParam]: reach })
  return parseRecord((await api.send({ method: 'POST', path, body, search, idempotencyKey })).body)
}
