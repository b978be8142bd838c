import type {
  GiftCardRow,
  MemberRow,
  OrderRow,
  PaymentAttemptRow,
  EmailRow,
} from '#server/platform/demoData/rows.ts'
import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import { emailRejectedProblem } from '#server/platform/demoData/problems.ts'
import { rollChance } from '#server/platform/demoData/random.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'

type EmailSources = {
  members: readonly MemberRow[]
  orders: readonly OrderRow[]
  attempts: readonly PaymentAttemptRow[]
  giftCards: readonly GiftCardRow[]
}

const bounceRate = 0.006
const bounceProblem = "The mail server rejected the recipient (550). Check the recipient's address."

/**
 * Generates the emails of a store: gift cards, and links to pay after a payment that the member has
 * to fix.
 */
export function generateEmails(
  plan: StorePlan,
  storeId: number,
  { members, orders, attempts, giftCards }: EmailSources,
  { emailFailures: mail }: DemoIncidents,
): EmailRow[] {
  const isAffected = mail.stores.has(plan.index)
  const createEmail = (
    kind: EmailRow['kind'],
    time: string,
    recipient: string,
    subject: string,
    giftCardId: number | null = null,
  ): EmailRow => {
    const isRejected = isAffected && Date.parse(time) >= mail.from
    const isBounced = !isAffected && rollChance(plan.random, bounceRate)
    const problem = isRejected ? emailRejectedProblem : isBounced ? bounceProblem : null
    const status = problem === null ? 'sent' : 'failed'
    return {
      storeId,
      time,
      kind,
      recipient,
      subject,
      status,
      attempts: 1,
      endedAt: time,
      problem,
      giftCardId,
    }
  }
  const addresses = new Map(members.map(({ id, email }) => [id, email]))
  const payers = new Map(orders.map(({ id, memberId }) => [id, addresses.get(memberId) ?? '']))
  return [
    ...giftCards
      .filter(({ status }) => status === 'sent')
      .map(({ id, sentAt, recipient }) =>
        createEmail('giftCard', sentAt, recipient, 'A gift card for you', id),
      ),
    ...attempts
      .filter(({ retryable, attempt }) => retryable === 'customer' && attempt === 1)
      .map(({ attemptedAt, orderId }) =>
        createEmail(
          'payLink',
          attemptedAt,
          payers.get(orderId) ?? '',
          'Complete the payment for your order',
        ),
      ),
  ]
}
