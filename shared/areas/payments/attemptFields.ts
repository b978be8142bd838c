import { instant, select, text } from '#shared/engine/fields/fields.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { attemptFieldMessages } from './messages.ts'

/** Fields of the forms for a failed payment. */
export const attemptFields = {
  at: instant(attemptFieldMessages.when),
  reason: text(attemptFieldMessages.dismissalReason, { max: 200 }),
  ownerId: ownerField,
  outcome: select(attemptFieldMessages.result, attemptFieldMessages.results),
}
