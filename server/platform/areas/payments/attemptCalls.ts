import { retryManyFields } from '#shared/areas/payments/retriedAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { assign, dismiss, link, reopen, retry, retryClass, schedule } from './changeAttempt.ts'
import { answerTimeline } from './timeline.ts'
import { answerRule, settle } from './charges/unclearCharge.ts'

const write = {
  kind: 'write',
  needs: `${paymentAttempts.permission}:write`,
  method: 'post',
} as const
const job = { success: { status: 202, schema: object({ id: whole }) } } as const
const record = {
  ifMatch: 'required',
  success: { status: 200, schema: recordSchemas(paymentAttempts).record },
  refusals: [409, 413, 415, 422, 428],
} as const
const { at, reason, ownerId, outcome } = attemptFields
const step = object({
  at: instant,
  kind: text,
  ...Object.fromEntries(
    ['by', 'reason', 'code', 'retryable', 'actor', 'card', 'gateway', 'note'].map((name) => [
      name,
      orNull(text),
    ]),
  ),
  attempt: orNull(whole),
})

/** What is done about failed payments (shared/areas/payments/attemptCalls.ts). */
export const attemptCalls: readonly Call[] = [
  {
    ...write,
    ...job,
    path: '/paymentAttempts/retries',
    summary: 'Start a job that retries every order whose last payment failed for a given reason',
    query: [reachParameter('the amounts to be charged')],
    body: object(propertiesOf(retryManyFields)),
    refusals: [409, 413, 415, 422],
    answer: retryClass,
  },
  {
    ...write,
    ...job,
    path: '/paymentAttempts/:id/retry',
    summary: "Start a job that retries an order's payment. The confirmed amount is charged once.",
    body: object({ amount: whole, currency: text }),
    refusals: [409, 413, 415, 422],
    answer: retry,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/schedule',
    summary: "Schedule a retry of an order's payment",
    body: object(propertiesOf({ at })),
    answer: schedule,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/link',
    summary: 'Create a payment link and email it to the member. The link is returned only once.',
    body: object({}, []),
    success: {
      status: 201,
      schema: object({ url: orNull(text), expiresAt: instant, mailed: { type: 'boolean' } }),
    },
    answer: link,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/dismissal',
    summary: "Dismiss an order's failed payment",
    body: object(propertiesOf({ reason })),
    answer: dismiss,
  },
  {
    ...write,
    ...record,
    method: 'delete',
    path: '/paymentAttempts/:id/dismissal',
    summary: 'Reopen a payment that was dismissed or abandoned',
    answer: reopen,
  },
  {
    ...write,
    ...record,
    method: 'put',
    path: '/paymentAttempts/:id/owner',
    summary: 'Assign a failed payment to a user',
    body: object(propertiesOf({ ownerId })),
    answer: assign,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/outcome',
    summary: 'Record the result of a charge whose status is unknown',
    body: object(propertiesOf({ outcome })),
    answer: settle,
  },
  {
    kind: 'read',
    needs: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/paymentAttempts/:id/rule',
    summary:
      "Get the time of an order's next automatic retry and the payment setup that schedules it",
    success: { status: 200, schema: object({ at: orNull(instant), setup: orNull(text) }) },
    answer: answerRule,
  },
  {
    kind: 'read',
    needs: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/orders/:id/timeline',
    summary: "List the events in an order's payment timeline, oldest first",
    success: { status: 200, schema: object({ data: listOf(step) }) },
    answer: answerTimeline,
  },
]
