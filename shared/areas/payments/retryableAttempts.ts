import { select } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { orders } from './orders.ts'
import { paymentAttempts } from './paymentAttempts.ts'
import { failureReasons, retryRules } from './attempts.ts'
import type { FailureReason } from './attempts.ts'
import { attemptFieldMessages } from './messages.ts'

/**
 * The reasons for which another charge can help; `configuration` only after its setup passed a
 * test. The keys are the table's own.
 */
const retryableReasons = [...(Object.keys(retryRules) as FailureReason[]), 'configuration'] as const

/** Fields of the form that retries by reason. */
export const retryByReasonFields = {
  reason: select(
    attemptFieldMessages.reason,
    Object.fromEntries(retryableReasons.map((reason) => [reason, failureReasons[reason]])),
    {
      hint: attemptFieldMessages.retryHint,
    },
  ),
}

/** Failed payments with the fields of the retry form. */
export const retryableAttempts = defineResource({
  ...paymentAttempts,
  fields: { ...paymentAttempts.fields, ...retryByReasonFields },
  api: { ...paymentAttempts.api, impact: orders.title },
})
