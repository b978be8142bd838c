import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** What can explain missing credits, in the order in which it's checked. */
export const creditCheckNames = [
  'program',
  'requests',
  'refunds',
  'orders',
  'expired',
  'reversed',
  'adjusted',
  'redeemed',
] as const
export type CreditCheckName = (typeof creditCheckNames)[number]

/** `missing`: the member should have these credits. `taken`: the ledger says where they went. */
export const creditCheckStates = ['passed', 'missing', 'taken'] as const

const CreditCheckSchema = type({
  /** The answer in one sentence. */
  answer: string(),
  /** The check that explains it; null if none does. */
  cause: nullable(enums(creditCheckNames)),
  groupId: nullable(number()),
  checks: array(
    type({ name: enums(creditCheckNames), state: enums(creditCheckStates), sentence: string() }),
  ),
})
export type CreditCheck = Infer<typeof CreditCheckSchema>
export type CreditCheckResult = CreditCheck['checks'][number]

/** GET /members/ID/creditCheck: compares credit programs, requests, refunds, and orders with the
 * ledger. */
export async function loadCreditCheck(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<CreditCheck> {
  const path = `/members/${id}/creditCheck`
  return parseResponse(CreditCheckSchema, (await api.send({ method: 'GET', path, signal })).body)
}
