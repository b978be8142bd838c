import { array, nullable, number, string, type } from 'superstruct'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseUnversionedRecord, parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { CreditAllowance } from './approval.ts'
import { creditReasonField } from './creditEntries.ts'

/**
 * Loads a member's balance in a unit, in minor units: the balance after the newest ledger entry.
 */
export async function loadBalance(
  api: Api,
  { memberId, unit }: { memberId: number; unit: string },
  signal: AbortSignal,
): Promise<number> {
  const search = new URLSearchParams({
    'filter[memberId][eq]': String(memberId),
    'filter[unit][eq]': unit,
    sort: '-enteredAt',
    limit: '1',
  })
  const { body } = await api.send({ method: 'GET', path: '/creditEntries', search, signal })
  const [newest] = parseResponse(type({ data: array(type({ balance: number() })) }), body).data
  return newest?.balance ?? 0
}

const LimitUseSchema = type({ limit: number(), used: number() })
const AllowanceSchema = type({
  unit: string(),
  store: LimitUseSchema,
  member: nullable(LimitUseSchema),
})

/**
 * GET /creditAllowance: what this operator can enter without approval; null if the platform doesn't
 * return it.
 */
export async function findAllowanceWithoutApproval(
  api: Api,
  { storeId, memberId }: { storeId: number; memberId: number | null },
  signal?: AbortSignal,
): Promise<CreditAllowance | null> {
  const search = new URLSearchParams({ storeId: String(storeId) })
  if (memberId !== null) search.set('memberId', String(memberId))
  const options = { method: 'GET', path: '/creditAllowance', search } as const
  try {
    const { body } = await api.send({ ...options, ...(signal ? { signal } : {}) })
    return parseResponse(AllowanceSchema, body)
  } catch (error) {
    // The form works without the allowance, because the platform checks the limits when the request
    // is saved.
    if (error instanceof ApiError || signal?.aborted) return null
    throw error
  }
}

export const reversalFields = { reason: creditReasonField }

/**
 * POST /creditEntries/ID/expiry: expires the rest of an entry. Fails with 409 `wrong_state` if
 * nothing is left or the amount is above the limits.
 */
export async function expireCredit(
  api: Api,
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/creditEntries/${id}/expiry`
  const answer = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseUnversionedRecord(answer.body)
}

/**
 * POST /creditEntries/ID/reversal: requests the reversing entry under the same approval rules as an
 * issue or debit. Fails with 409 `wrong_state` if the entry is reversed, its reversal is waiting,
 * or the balance is too low.
 */
export async function requestCreditReversal(
  api: Api,
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/creditEntries/${id}/reversal`
  const answer = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseRecord(answer.body)
}
