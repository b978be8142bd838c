import { instant, text } from '../engine/fields.ts'
import { owner } from '../users/owner.ts'

/** What the forms of a failed payment ask for. */
export const attemptFields = {
  at: instant('When'),
  reason: text('Reason', { max: 200 }),
  ownerId: owner,
}
