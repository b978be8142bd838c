import { instant, select, text } from '#shared/engine/fields/fields.ts'
import { owner } from '../users/owner.ts'
import { paymentFieldMessages as say } from './messages.ts'

/** What the forms of a failed payment ask for. */
export const attemptFields = {
  at: instant(say.when),
  reason: text(say.reason, { max: 200 }),
  ownerId: owner,
  outcome: select(say.result, say.results),
}
