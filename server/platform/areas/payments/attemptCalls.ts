import { retryByReasonFields } from '#shared/areas/payments/retryableAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import {
  arraySchema,
  emptySchema,
  instantSchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  startedJobSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import {
  handleAssignPaymentOwner,
  handleDismissPayment,
  handleSendPaymentLink,
  handleReopenPayment,
  handleRetryPayment,
  handleRetryPaymentsByReason,
  handleSchedulePaymentRetry,
} from './attemptCallHandlers.ts'
import { handleLoadOrderTimeline } from './timeline.ts'
import { orderChargesCall } from './charges/orderCharges.ts'
import {
  handleLoadNextPaymentRetry,
  handleSaveOperatorChargeOutcome,
} from './charges/saveOperatorChargeOutcome.ts'

const attemptWriteOptions = {
  kind: 'write',
  permission: `${paymentAttempts.permission}:write`,
  method: 'post',
} as const
const jobStartedResponse = {
  success: { status: 202, schema: startedJobSchema },
} as const
const attemptRecordOptions = {
  ifMatch: 'required',
  success: { status: 200, schema: buildRecordSchemas(paymentAttempts).record },
} as const
const { at, reason, ownerId, outcome } = attemptFields
const timelineStepSchema = objectSchema({
  at: instantSchema,
  kind: stringSchema,
  ...Object.fromEntries(
    ['by', 'reason', 'code', 'retryable', 'actor', 'card', 'gateway', 'note'].map((name) => [
      name,
      nullableSchema(stringSchema),
    ]),
  ),
  attempt: nullableSchema(integerSchema),
})

/** Calls that change failed payments (shared/areas/payments/attemptCalls.ts). */
export const attemptCalls: readonly Call[] = [
  {
    ...attemptWriteOptions,
    ...jobStartedResponse,
    path: '/paymentAttempts/retries',
    summary: 'Start a job that retries every order whose last payment failed for a given reason',
    query: [impactParameter],
    body: objectSchema(toSchemaProperties(retryByReasonFields)),
    handler: handleRetryPaymentsByReason,
  },
  {
    ...attemptWriteOptions,
    ...jobStartedResponse,
    path: '/paymentAttempts/:id/retry',
    summary:
      "Start a job that retries an order's payment. The amount in the body must match the amount due, and is charged once.",
    body: objectSchema({ amount: integerSchema, currency: stringSchema }),
    handler: handleRetryPayment,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    path: '/paymentAttempts/:id/schedule',
    summary: "Schedule a retry of an order's payment",
    body: objectSchema(toSchemaProperties({ at })),
    handler: handleSchedulePaymentRetry,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    path: '/paymentAttempts/:id/link',
    summary: 'Create a payment link and email it to the member. The link is returned only once.',
    body: emptySchema,
    success: {
      status: 201,
      schema: objectSchema({
        url: nullableSchema(stringSchema),
        expiresAt: instantSchema,
        mailed: { type: 'boolean' },
      }),
    },
    handler: handleSendPaymentLink,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    path: '/paymentAttempts/:id/dismissal',
    summary: "Dismiss an order's failed payment",
    body: objectSchema(toSchemaProperties({ reason })),
    handler: handleDismissPayment,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    method: 'delete',
    path: '/paymentAttempts/:id/dismissal',
    summary: 'Reopen a payment that was dismissed or abandoned',
    handler: handleReopenPayment,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    method: 'put',
    path: '/paymentAttempts/:id/owner',
    summary: 'Assign a failed payment to a user',
    body: nameSchema('NewOwner', objectSchema(toSchemaProperties({ ownerId }))),
    handler: handleAssignPaymentOwner,
  },
  {
    ...attemptWriteOptions,
    ...attemptRecordOptions,
    path: '/paymentAttempts/:id/outcome',
    summary: 'Record the result of a charge whose status is unknown',
    body: objectSchema(toSchemaProperties({ outcome })),
    handler: handleSaveOperatorChargeOutcome,
  },
  {
    kind: 'read',
    permission: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/paymentAttempts/:id/rule',
    summary:
      "Get the time of an order's next automatic retry and the payment setup that schedules it",
    success: {
      status: 200,
      schema: objectSchema({
        at: nullableSchema(instantSchema),
        setup: nullableSchema(stringSchema),
      }),
    },
    handler: handleLoadNextPaymentRetry,
  },
  {
    kind: 'read',
    permission: `${paymentAttempts.permission}:read`,
    method: 'get',
    path: '/orders/:id/timeline',
    summary: "List the events in an order's payment timeline, oldest first",
    success: { status: 200, schema: objectSchema({ data: arraySchema(timelineStepSchema) }) },
    handler: handleLoadOrderTimeline,
  },
  orderChargesCall,
]
