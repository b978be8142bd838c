import type { GiftCardRow } from '#server/platform/areas/giftCards/seed/giftCards.ts'
import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import type { MemberRow } from '#server/platform/areas/members/seed/members.ts'
import type { OrderRow } from '#server/platform/areas/payments/seed/orders.ts'
import type { PaymentAttemptRow } from '#server/platform/areas/payments/seed/payments.ts'
import { rollChance } from '#server/platform/demoData/random.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'

export type EmailRow = {
  storeId: number
  time: string
  kind: 'giftCard' | 'payLink'
  recipient: string
  subject: string
  status: 'sent' | 'failed'
  attempts: number
  endedAt: string
  problem: string | null
}

type EmailSources = {
  members: readonly MemberRow[]
  orders: readonly OrderRow[]
  attempts: readonly PaymentAttemptRow[]
  giftCards: readonly GiftCardRow[]
}

const bounceRate = 0.006
const bounceProblem = "The mail server rejected the recipient (550). Check the recipient's address."
export const signInRejectedProblem =
  'The mail server rejected the sign-in (535). Check the username and password.'

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
  ): EmailRow => {
    const isRejected = isAffected && Date.parse(time) >= mail.from
    const isBounced = !isAffected && rollChance(plan.random, bounceRate)
    const problem = isRejected ? signInRejectedProblem : isBounced ? bounceProblem : null
    const status = problem === null ? 'sent' : 'failed'
    return { storeId, time, kind, recipient, subject, status, attempts: 1, endedAt: time, problem }
  }
  const addresses = new Map(members.map(({ id, email }) => [id, email]))
  const payers = new Map(orders.map(({ id, memberId }) => [id, addresses.get(memberId) ?? '']))
  return [
    ...giftCards
      .filter(({ status }) => status === 'sent')
      .map(({ sentAt, recipient }) =>
        createEmail('giftCard', sentAt, recipient, 'A gift card for you'),
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
