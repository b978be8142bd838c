import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { optional, select } from '#shared/engine/fields/fields.ts'
import { parseEntry, parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditDecisions } from './approval.ts'
import type { CreditAllowance, DecisionName } from './approval.ts'
import { creditReasonField } from './creditReasonField.ts'
import { creditApprovalMessages } from './messages.ts'

/** What a member holds of a unit, in its minor units: the balance after the newest entry of the ledger. */
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

/** GET /creditAllowance: what this operator can enter without approval; null where the platform doesn't say. */
export async function findAllowance(
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
    // The form works without it: the platform decides when it's saved.
    if (error instanceof ApiError || signal?.aborted) return null
    throw error
  }
}

const decisionLabels = Object.fromEntries(
  Object.entries(creditDecisions).map(([name, { label }]) => [name, label]),
)

/** What a decision asks for; the reason must be there where `decisions` says so. */
export const decisionFields = {
  decision: select(creditApprovalMessages.decision, decisionLabels),
  reason: optional(creditReasonField),
}

export const reversalFields = { reason: creditReasonField }

/** POST /creditRequests/ID/decision. 409 `wrong_state`: decided, not theirs, balance too low; 422 `fields.reason`: needed. */
export async function submitCreditDecision(
  api: Api,
  { id, version }: { id: number; version: number },
  body: { decision: DecisionName; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/creditRequests/${id}/decision`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

const Approvers = type({ total: number(), names: array(string()) })
/** Who may approve a request: some of their names, and how many operators there are. */
export type Approvers = Infer<typeof Approvers>

/** GET /creditRequests/ID/approvers */
export async function findApprovers(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Approvers> {
  const path = `/creditRequests/${id}/approvers`
  const answer = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Approvers, answer.body)
}

/** POST /creditEntries/ID/expiry: expires what is left of an entry. Fails with 409 `wrong_state` if nothing is, or it's above the limits. */
export async function expireCredit(
  api: Api,
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/creditEntries/${id}/expiry`
  const answer = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseEntry(answer.body)
}

/** POST /creditEntries/ID/reversal: asks that the opposite be entered, as any issue or debit is asked for. Fails with 409 `wrong_state` when that was done or asked for already, or the balance has less. */
export async function reverseCredit(
  api: Api,
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/creditEntries/${id}/reversal`
  const answer = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseRecord(answer.body)
}
