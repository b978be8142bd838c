import { select } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { orders } from './orders.ts'
import { paymentAttempts } from './paymentAttempts.ts'
import { failureReasons, retryRules } from './attempts.ts'
import type { FailureReason } from './attempts.ts'
import { attemptFieldMessages } from './messages.ts'

/** The reasons that another charge can help; of a configuration once its setup passed a test. */
const retryableReasons = [...(Object.keys(retryRules) as FailureReason[]), 'configuration'] as const // They are the table's own.

/** What a retry of many asks for. */
export const retryByReasonFields = {
  reason: select(
    attemptFieldMessages.reason,
    Object.fromEntries(retryableReasons.map((reason) => [reason, failureReasons[reason]])),
    {
      hint: attemptFieldMessages.retryHint,
    },
  ),
}

/** Failed payments as that form takes them. */
export const retryableAttempts = defineResource({
  ...paymentAttempts,
  fields: { ...paymentAttempts.fields, ...retryByReasonFields },
  impact: orders.title,
})
