import { instant, select, text } from '../engine/fields/fields.ts'
import { owner } from '../users/owner.ts'

/** What an operator finds at a provider that has forgotten a charge. */
const outcomes = {
  charged: 'It was charged: the order is paid',
  notCharged: 'It was not charged: it may be charged again',
}

/** What the forms of a failed payment ask for. */
export const attemptFields = {
  at: instant('When'),
  reason: text('Reason', { max: 200 }),
  ownerId: owner,
  outcome: select('What came of it', outcomes),
}
