import { formatMinor } from '#shared/money.ts'

/** An amount with its currency, whatever that is. */
export const amountIn = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string'
    ? `${formatMinor(amount, currency)} ${currency}`
    : ''

/** What the screen of failed payments says. */
export const attemptsWords = {
  more: (order: string) => `More actions for ${order}`,
  timeline: 'Timeline',
  retry: 'Retry now',
  schedule: 'Schedule a retry',
  link: 'Pay link',
  dismiss: 'Dismiss',
  reopen: 'Open again',
  assign: 'Assign',
  retryMany: 'Retry a reason',
  asksRetry: 'Charge this order again?',
  retryExplain:
    'The provider charges the same card once, however often this is sent. What comes of it stands in the timeline.',
  charge: (amount: string) => `Charge ${amount}`,
  asksSchedule: 'When shall it be charged again?',
  byRule: (when: string, setup: string | null) =>
    `${setup === null ? 'By the usual rule of its reason' : `By the rule of ${setup}`}: ${when}`,
  asksLink: 'Send the member a link to pay by?',
  linkExplain:
    'It is mailed to the member, works for 7 days and takes any card. The link before, if there is one, works no more.',
  makeLink: 'Send the link',
  linkMailed: 'The link is sent to the member. It is shown once.',
  linkMade: 'No mail reaches the member: send this link yourself. It is shown once.',
  linkTold: 'The link was shown already. Make another one if it is lost.',
  until: (when: string) => `Works until ${when}`,
  done: 'Done',
  asksDismiss: 'Dismiss this failed payment?',
  dismissExplain:
    'The order is cancelled, and nothing is charged any more. That can be taken back.',
  asksReopen: 'Open this failed payment again?',
  reopenExplain: 'The order waits for its payment again.',
  settle: 'Say what came of it',
  asksSettle: 'Was it charged?',
  settleExplain: 'Its provider has forgotten it. Look there.',
  unclear: 'Charge unclear',
  unclearExplain: 'Nobody knows whether it was charged.',
  asksAssign: 'Who sees to it?',
  asksMany: 'Charge all orders of which reason again?',
  manyExplain:
    'Of each reason those alone that another try can help. What is charged is told first.',
  manyNext: 'See what is charged',
  chooseOutcome: 'Choose what you found',
  stake: 'At stake:',
  nothing: 'nothing any more',
  resolve: 'Resolve',
  asksResolve: 'How was it resolved?',
  stores: 'Stores',
  store: 'Store',
  failures: 'Failures',
  atStake: 'At stake',
  none: 'No payment of this order failed.',
  steps: {
    placed: 'Order placed',
    failed: 'Payment failed',
    paid: 'Paid',
    waiting: 'The customer is asked to pay',
    retryFailed: 'Charged again, which failed',
    unknown: 'Nobody knows whether it was charged',
    foundPaid: 'Found to be charged',
    foundUnpaid: 'Found not to be charged',
    retryMissed: 'A retry was not possible',
    scheduled: 'Retry scheduled',
    linked: 'Pay link made',
    dismissed: 'Dismissed',
    reopened: 'Opened again',
    assigned: 'Assigned',
    abandoned: 'Given up',
  } as Readonly<Record<string, string>>,
  attemptNo: (number: number) => `Attempt ${number}`,
  retryable: {
    yes: 'another try can help',
    no: 'never again with this card',
    customer: 'the customer has to act',
  } as Readonly<Record<string, string>>,
} as const
