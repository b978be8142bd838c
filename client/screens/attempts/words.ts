import { formatMoney } from '#shared/money.ts'

/** An amount with its currency, whatever that is. */
export const amountIn = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string' ? formatMoney(amount, currency) : ''

/** What the screen of failed payments says. */
export const attemptsWords = {
  more: (order: string) => `More actions for ${order}`,
  actions: 'What can be done',
  timeline: 'Timeline',
  retry: 'Retry now',
  schedule: 'Schedule a retry',
  link: 'Pay link',
  dismiss: 'Dismiss',
  reopen: 'Open again',
  assign: 'Assign',
  retryMany: 'Retry a reason',
  retryTitle: (order: string) => `Charge ${order} again`,
  retryExplain:
    'The provider charges the same card once, however often this is sent. What comes of it stands in the timeline; where it is refused, so does why.',
  charge: (amount: string) => `Charge ${amount}`,
  scheduleTitle: (order: string) => `Schedule a retry of ${order}`,
  byRule: (when: string, setup: string | null) =>
    `${setup === null ? 'By the usual rule of its reason' : `By the rule of ${setup}`}: ${when}`,
  linkTitle: (order: string) => `Send a pay link for ${order}`,
  linkExplain:
    'Where mail serves the store it is mailed to the member. It works for 7 days and takes any card. The link before, if there is one, works no more.',
  makeLink: 'Send the link',
  linkMailed: 'A mail with the link waits to be sent to the member. The link is shown once.',
  mailTold: 'What becomes of the mail',
  linkMade: 'No mail reaches the member: send this link yourself. It is shown once.',
  linkTold: 'The link was shown already. Make another one if it is lost.',
  linkAmount: (amount: string) => `The member pays ${amount} with this link.`,
  until: (when: string) => `Works until ${when}`,
  done: 'Done',
  dismissTitle: (order: string) => `Dismiss the failed payment of ${order}`,
  dismissExplain:
    'The order is cancelled, and nothing is charged any more. “Open again”, in its menu and its timeline, takes that back; a retry that was scheduled is gone.',
  reopenTitle: (order: string) => `Open the failed payment of ${order} again`,
  reopenExplain: 'The order waits for its payment again.',
  settle: 'Say what came of it',
  settleTitle: (order: string) => `Say whether ${order} was charged`,
  settleExplain: 'Its provider has forgotten it. Look there.',
  unclear: 'Charge unclear',
  unclearExplain: 'Nobody knows whether it was charged.',
  processing: (gateway: string) => (when: string) => `Processing at ${gateway} since ${when}.`,
  processingExplain: (gateway: string) =>
    `You can't retry, schedule, link, or dismiss it until the outcome is known: another charge could be a second one. We check with ${gateway} and listen to its events.`,
  openStore: (store: string) => `Open ${store}`,
  assignedTo: (owner: string) => (owner === '' ? 'Assigned to nobody' : `Assigned to ${owner}`),
  assignTitle: (name: string) => `Assign ${name}`,
  manyExplain:
    "Retries only the payments that another attempt can help. Payments that failed because of a setup can be retried once the setup passed a test. You'll see what is charged first.",
  manyNext: 'See what is charged',
  charges: {
    reaches: (orders: string) => `Charge ${orders} again?`,
    submit: (orders: string) => `Charge ${orders}`,
  },
  chooseOutcome: 'Choose what you found',
  stake: 'At stake:',
  nothing: 'nothing any more',
  resolve: 'Resolve',
  resolveTitle: (incident: string) => `Resolve ${incident}`,
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
    processing: 'Processing at the provider',
    retryFailed: 'Charged again, which failed',
    unknown: 'Nobody knows whether it was charged',
    foundPaid: 'Found to be charged',
    foundUnpaid: 'Found not to be charged',
    retryRefused: 'Not charged again',
    retryUnanswered: 'Charged again, without an answer',
    retryMissed: 'A retry was not possible',
    scheduled: 'Retry scheduled',
    linked: 'Pay link made',
    dismissed: 'Dismissed',
    reopened: 'Opened again',
    assigned: 'Assigned',
    abandoned: 'Given up',
  } as Readonly<Record<string, string>>,
  attemptNo: (number: number) => `Attempt ${number}`,
  /** Under the reason in a row: who has to act. */
  acts: {
    member: 'Member acts',
    bank: 'Bank acts',
    operator: 'Operator acts',
    provider: 'Provider acts',
  } as Readonly<Record<string, string>>,
} as const
