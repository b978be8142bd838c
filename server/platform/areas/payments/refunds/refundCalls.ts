import { isApproval } from '#server/platform/core/approval/isApproval.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { decisionFields } from '#shared/engine/approvalCalls.ts'
import { refundFields, refundOutcomeFields } from '#shared/areas/payments/refundCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import {
  handleDecideRefund,
  handleListRefundApprovers,
  handleLoadRefundableCharges,
  handleRequestRefund,
  handleRetryRefund,
} from './refundCallHandlers.ts'
import { handleCheckRefund, handleRecordRefundOutcome } from './unknownRefundHandlers.ts'

const refundWriteOptions = {
  kind: 'externalWrite',
  permission: `${paymentRefunds.permission}:write`,
  method: 'post',
} as const
const refundReadOptions = {
  kind: 'read',
  permission: `${paymentRefunds.permission}:read`,
  method: 'get',
} as const
const refundRecord = buildRecordSchemas(paymentRefunds).record

/** The calls of refunds, in addition to those of every resource (shared/areas/payments/refundCalls.ts). */
export const refundCalls: readonly Call[] = [
  {
    ...refundReadOptions,
    path: '/orders/:id/refundableCharges',
    summary: "List an order's successful payments with what can still be refunded of each",
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(
          objectSchema({
            chargeId: integerSchema,
            gateway: stringSchema,
            amount: integerSchema,
            currency: stringSchema,
            refundable: integerSchema,
            paidAt: nullableSchema(instantSchema),
            reference: nullableSchema(stringSchema),
          }),
        ),
        canGiveCredits: { type: 'boolean' },
      }),
    },
    handler: handleLoadRefundableCharges,
  },
  {
    ...refundWriteOptions,
    path: '/orders/:id/refunds',
    stepUp: 'handler',
    summary:
      'Refund a payment of an order. Above your refund limit, a second operator must approve it.',
    body: objectSchema(toSchemaProperties(refundFields)),
    success: { status: 201, schema: refundRecord },
    handler: handleRequestRefund,
  },
  {
    ...refundWriteOptions,
    path: '/paymentRefunds/:id/decision',
    stepUp: isApproval,
    summary: "Approve or reject another operator's refund, or withdraw your own",
    body: nameSchema('Decision', objectSchema(toSchemaProperties(decisionFields), ['decision'])),
    ifMatch: 'required',
    success: { status: 200, schema: refundRecord },
    handler: handleDecideRefund,
  },
  {
    ...refundWriteOptions,
    path: '/paymentRefunds/:id/retry',
    stepUp: 'handler',
    summary: 'Make another refund in place of one that failed',
    body: objectSchema({}, []),
    success: { status: 201, schema: refundRecord },
    handler: handleRetryRefund,
  },
  {
    ...refundWriteOptions,
    path: '/paymentRefunds/:id/check',
    summary: 'Ask the provider again for the outcome of a refund. Nothing is refunded twice.',
    body: objectSchema({}, []),
    success: { status: 200, schema: refundRecord },
    handler: handleCheckRefund,
  },
  {
    ...refundWriteOptions,
    kind: 'write',
    path: '/paymentRefunds/:id/outcome',
    summary: 'Record the outcome of a refund whose provider no longer responds',
    body: objectSchema(toSchemaProperties(refundOutcomeFields)),
    ifMatch: 'required',
    success: { status: 200, schema: refundRecord },
    handler: handleRecordRefundOutcome,
  },
  {
    ...refundReadOptions,
    path: '/paymentRefunds/:id/approvers',
    summary: 'Count the operators who can approve a waiting refund, and get some of their names',
    success: {
      status: 200,
      schema: objectSchema({ total: integerSchema, names: arraySchema(stringSchema) }),
    },
    handler: handleListRefundApprovers,
  },
]
