import { array, nullable, number, optional, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import { Range } from '../dashboard/dashboardCalls.ts'
import { Page } from '../engine/platformCalls.ts'
import { Id } from '../signIn/user.ts'
import { readStorePart } from './readStorePart.ts'

export const StoreCredits = type({
  /** The last 30 days. */
  range: Range,
  /** By what they are counted in: points, or minor units of a currency; a unit that no entry has is left out. */
  units: array(
    type({
      unit: string(),
      /** What members hold: the sum of the store's ledger. */
      outstanding: number(),
      issued: number(),
      redeemed: number(),
      expired: number(),
      /** What they would lose in the next 30 days if they spent nothing. */
      expiring: number(),
    }),
  ),
})
/** The credits of one store. */
export type StoreCredits = Infer<typeof StoreCredits>

/** GET /stores/ID/credits */
export async function storeCredits(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreCredits> {
  return checked(StoreCredits, await readStorePart(api, `/${id}/credits`, signal))
}

const CreditEntry = type({
  id: Id,
  /** UTC ISO 8601, as `expiresAt`. */
  enteredAt: string(),
  memberId: nullable(number()),
  /** `creditTypes` of storeCredits.ts; a newer platform may have more. */
  type: string(),
  /** Signed: points, or minor units of `unit`. */
  amount: number(),
  unit: string(),
  /** What the member held of this unit then. */
  balance: number(),
  reason: string(),
  expiresAt: nullable(string()),
  issuedBy: string(),
  /** What the member is called, as `memberId`. */
  labels: optional(record(string(), string())),
})
/** An entry of the ledger. */
export type CreditEntry = Infer<typeof CreditEntry>

export const CreditEntryPage = type({ data: array(CreditEntry), page: Page })

/** GET /stores/ID/credits/entries: the store's ledger, the newest entries first. */
export async function storeCreditEntries(
  api: Api,
  id: number,
  { limit, after }: { limit: number; after: string },
  signal?: AbortSignal,
): Promise<{ entries: CreditEntry[]; page: Page }> {
  const search = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}) })
  const body = await readStorePart(api, `/${id}/credits/entries`, signal, search)
  const { data, page } = checked(CreditEntryPage, body)
  return { entries: data, page }
}
