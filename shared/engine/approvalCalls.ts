import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from './api.ts'
import type { Api } from './api.ts'
import { decisionField } from './approval.ts'
import type { DecisionName } from './approval.ts'
import { optional, text } from './fields/fields.ts'
import { engineMessages } from './messages.ts'
import { parseRecord } from './recordCalls.ts'
import type { AnyRecord, Resource } from './resource.ts'

/** The reason for a decision. */
export const decisionReasonField = text(engineMessages.reason, { max: 200 })

/** Fields of a decision; `decisions` says when the reason is required. */
export const decisionFields = { decision: decisionField, reason: optional(decisionReasonField) }

/**
 * POST /RESOURCE/ID/decision. Fails with 409 `wrong_state` if the request is decided or the operator
 * can't decide it, and with 422 `fields.reason` if a reason is required.
 */
export async function submitDecision(
  api: Api,
  resource: Resource,
  { id, version }: { id: number; version: number },
  body: { decision: DecisionName; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/${resource.name}/${id}/decision`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

const Approvers = type({ total: number(), names: array(string()) })
/** Operators who can approve a request: some of their names, and the total. */
export type Approvers = Infer<typeof Approvers>

/** GET /RESOURCE/ID/approvers */
export async function findApprovers(
  api: Api,
  resource: Resource,
  id: number,
  signal?: AbortSignal,
): Promise<Approvers> {
  const path = `/${resource.name}/${id}/approvers`
  const answer = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Approvers, answer.body)
}
