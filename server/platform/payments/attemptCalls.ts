import { retryManyFields } from '#shared/payments/retriedAttempts.ts'
import { attemptFields } from '#shared/payments/attemptFields.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import type { Call } from '../http/call.ts'
import { reachParameter } from '../openapi/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '../openapi/schema.ts'
import { object, propertiesOf, recordSchemas } from '../openapi/schemas.ts'
import { assign, dismiss, link, reopen, retry, retryClass, schedule } from './changeAttempt.ts'
import { answerTimeline } from './timeline.ts'
import { answerRule, settle } from './unclearCharge.ts'

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

/** What is done about failed payments (shared/payments/attemptCalls.ts). */
export const attemptCalls: readonly Call[] = [
  {
    ...write,
    ...job,
    path: '/paymentAttempts/retries',
    summary: 'Charge again every order whose last payment failed for a reason, as a job',
    query: [reachParameter('what is charged')],
    body: object(propertiesOf(retryManyFields)),
    refusals: [409, 413, 415, 422],
    answer: retryClass,
  },
  {
    ...write,
    ...job,
    path: '/paymentAttempts/:id/retry',
    summary: 'Charge the order again, as a job: the amount that was confirmed, and never twice',
    body: object({ amount: whole, currency: text }),
    refusals: [409, 413, 415, 422],
    answer: retry,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/schedule',
    summary: 'Have the order charged again at a moment to come',
    body: object(propertiesOf({ at })),
    answer: schedule,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/link',
    summary: 'Make a link by which the member pays, and send it; it is told once',
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
    summary: 'Dismiss the failed payment of an order',
    body: object(propertiesOf({ reason })),
    answer: dismiss,
  },
  {
    ...write,
    ...record,
    method: 'delete',
    path: '/paymentAttempts/:id/dismissal',
    summary: 'Open again what was dismissed or given up',
    answer: reopen,
  },
  {
    ...write,
    ...record,
    method: 'put',
    path: '/paymentAttempts/:id/owner',
    summary: 'Say who sees to a failed payment',
    body: object(propertiesOf({ ownerId })),
    answer: assign,
  },
  {
    ...write,
    ...record,
    path: '/paymentAttempts/:id/outcome',
    summary: 'Say what came of a charge that its provider has forgotten',
    body: object(propertiesOf({ outcome })),
    answer: settle,
  },
  {
    kind: 'read',
    needs: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/paymentAttempts/:id/rule',
    summary: 'When the rule of its setup has the order charged again',
    success: { status: 200, schema: object({ at: orNull(instant), setup: orNull(text) }) },
    answer: answerRule,
  },
  {
    kind: 'read',
    needs: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/orders/:id/timeline',
    summary: 'What became of the payment of an order, oldest first',
    success: { status: 200, schema: object({ data: listOf(step) }) },
    answer: answerTimeline,
  },
]
