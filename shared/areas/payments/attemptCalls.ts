import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'

type VersionedAttempt = { id: number; version: number }

/**
 * POST /paymentAttempts/ID/retry: retries the charge for the amount that the operator confirmed.
 * Fails with 409 `wrong_state` if the amount due has changed or a retry can't help.
 */
export const retryAttempt = (
  api: Api,
  id: number,
  confirmed: { amount: number; currency: string },
  key: string,
): Promise<Job> => startJob(api, `/paymentAttempts/${id}/retry`, key, { body: confirmed })

/**
 * POST /paymentAttempts/retries: retries every order with this reason. Fails with 409 and `reach`
 * until the call sends that token.
 */
export const retryPaymentsByReason = (
  api: Api,
  { reason, reach }: { reason: unknown; reach: string },
  key: string,
): Promise<Job> =>
  startJob(api, '/paymentAttempts/retries', key, {
    body: { reason },
    search: new URLSearchParams({ [impactParam]: reach }),
  })

const sendAttemptChange = async (
  api: Api,
  method: 'POST' | 'PUT' | 'DELETE',
  { id, version, what }: VersionedAttempt & { what: string },
  body: object,
  idempotencyKey: string,
) => {
  const path = `/paymentAttempts/${id}/${what}`
  return (await api.send({ method, path, body, ifMatch: version, idempotencyKey })).body
}

/** POST /paymentAttempts/ID/schedule: schedules a retry for `at`. */
export const schedulePaymentRetry = async (
  api: Api,
  attempt: VersionedAttempt,
  at: string,
  key: string,
) =>
  parseRecord(await sendAttemptChange(api, 'POST', { ...attempt, what: 'schedule' }, { at }, key))

/** POST /paymentAttempts/ID/dismissal: dismisses the payment with a reason. */
export const dismissAttempt = async (
  api: Api,
  attempt: VersionedAttempt,
  reason: string,
  key: string,
) =>
  parseRecord(
    await sendAttemptChange(api, 'POST', { ...attempt, what: 'dismissal' }, { reason }, key),
  )

/** DELETE /paymentAttempts/ID/dismissal: reopens a dismissed or abandoned payment. */
export const reopenAttempt = async (
  api: Api,
  attempt: VersionedAttempt,
  key: string,
): Promise<AnyRecord> =>
  parseRecord(await sendAttemptChange(api, 'DELETE', { ...attempt, what: 'dismissal' }, {}, key))

/** PUT /paymentAttempts/ID/owner: assigns the payment; null unassigns it. */
export const assignAttempt = async (
  api: Api,
  attempt: VersionedAttempt,
  ownerId: unknown,
  key: string,
) =>
  parseRecord(await sendAttemptChange(api, 'PUT', { ...attempt, what: 'owner' }, { ownerId }, key))

/**
 * POST /paymentAttempts/ID/outcome: records what an operator found at a provider that no longer has
 * the charge.
 */
export const saveOperatorChargeOutcome = async (
  api: Api,
  attempt: VersionedAttempt,
  outcome: string,
  key: string,
) =>
  parseRecord(
    await sendAttemptChange(api, 'POST', { ...attempt, what: 'outcome' }, { outcome }, key),
  )

const RetryRule = type({ at: nullable(string()), setup: nullable(string()) })
type RetryRule = Infer<typeof RetryRule>

/**
 * GET /paymentAttempts/ID/rule: the next automatic retry (`at` is null if there is none) and the
 * setup whose schedule applies (null for the platform's schedule).
 */
export async function loadNextPaymentRetry(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<RetryRule> {
  const path = `/paymentAttempts/${id}/rule`
  return parseResponse(RetryRule, (await api.send({ method: 'GET', path, signal })).body)
}

const PaymentLinkResult = type({ url: nullable(string()), expiresAt: string(), mailed: boolean() })
export type PaymentLinkResult = Infer<typeof PaymentLinkResult>

/**
 * POST /paymentAttempts/ID/link: returns the link only once; `url` is null if the same request is
 * sent again.
 */
export const sendPaymentLink = async (
  api: Api,
  attempt: VersionedAttempt,
  key: string,
): Promise<PaymentLinkResult> =>
  parseResponse(
    PaymentLinkResult,
    await sendAttemptChange(api, 'POST', { ...attempt, what: 'link' }, {}, key),
  )

const TimelineEntry = type({
  at: string(),
  /** `placed`, `failed`, or an action: `scheduled`, `dismissed`... */
  kind: string(),
  by: nullable(string()),
  attempt: nullable(number()),
  reason: nullable(string()),
  code: nullable(string()),
  retryable: nullable(string()),
  /** Missing on platforms of an earlier version. */
  actor: optional(nullable(string())),
  card: nullable(string()),
  gateway: nullable(string()),
  note: nullable(string()),
})
export type TimelineEntry = Infer<typeof TimelineEntry>

/** GET /orders/ID/timeline: the order's payment history, oldest first. */
export async function loadOrderTimeline(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<TimelineEntry[]> {
  const path = `/orders/${id}/timeline`
  return parseResponse(
    type({ data: array(TimelineEntry) }),
    (await api.send({ method: 'GET', path, signal })).body,
  ).data
}
