import { select } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { orders } from './orders.ts'
import { paymentAttempts } from './paymentAttempts.ts'
import { reasons, retryRules } from './attempts.ts'
import type { Reason } from './attempts.ts'
import { paymentFieldMessages } from './messages.ts'

/** The reasons that another charge can help; of a configuration once its setup passed a test. */
const retried = [...(Object.keys(retryRules) as Reason[]), 'configuration'] as const // They are the table's own.

/** What a retry of many asks for. */
export const retryManyFields = {
  reason: select(
    paymentFieldMessages.reason,
    Object.fromEntries(retried.map((reason) => [reason, reasons[reason]])),
    {
      hint: paymentFieldMessages.retryHint,
    },
  ),
}

/** Failed payments as that form takes them. */
export const retriedAttempts = defineResource({
  ...paymentAttempts,
  fields: { ...paymentAttempts.fields, ...retryManyFields },
  impact: orders.title,
})
