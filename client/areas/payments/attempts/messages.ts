import { formatMoney } from '#shared/format/money.ts'
import { formatNumber } from '#shared/format/numbers.ts'

/** Formats an amount with its currency. Empty if either is missing. */
export const formatPaymentAmount = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string' ? formatMoney(amount, currency) : ''

/** Texts of the failed payments screen. */
export const paymentAttemptsMessages = {
  more: (order: string) => `More actions for ${order}`,
  actions: 'Actions',
  timeline: 'Timeline',
  card: 'Card',
  /** By hours from now. */
  waits: { 1: 'In 1 hour', 24: 'In 1 day', 72: 'In 3 days', 168: 'In 7 days' },
  retry: 'Retry now',
  schedule: 'Schedule retry',
  link: 'Send payment link',
  dismiss: 'Dismiss',
  reopen: 'Reopen',
  assign: 'Assign',
  retryMany: 'Retry by reason',
  retryTitle: (order: string) => `Retry payment for ${order}`,
  retryExplain:
    "The card is charged once, even if you submit this twice. You'll see the result in the timeline.",
  charge: (amount: string) => `Charge ${amount}`,
  scheduleTitle: (order: string) => `Schedule retry for ${order}`,
  byRule: (when: string, setup: string | null) =>
    setup === null ? `Default schedule: ${when}` : `${setup} schedule: ${when}`,
  linkTitle: (order: string) => `Send payment link for ${order}`,
  linkExplain:
    "We'll show you the link and, if the store can send email, email it to the member. The link works for 7 days, accepts any card, and replaces earlier links.",
  payLink: 'payment link',
  linkMailed: "We're emailing this link to the member. The link is shown only once.",
  mailTold: 'View email status',
  linkMade: "We can't email the member, so send this link yourself. The link is shown only once.",
  linkTold: 'This link was already shown. If you lost it, create a new one.',
  linkAmount: (amount: string) => `The member pays ${amount} with this link.`,
  until: (when: string) => `Expires ${when}`,
  done: 'Done',
  dismissTitle: (order: string) => `Dismiss failed payment for ${order}`,
  dismissExplain:
    'This cancels the order and removes any scheduled retry, so nothing more is charged. You can reopen it later.',
  reopenTitle: (order: string) => `Reopen failed payment for ${order}`,
  reopenExplain:
    "The order becomes unpaid again, and the payment's status changes to Open. Nothing is charged automatically.",
  settle: 'Record result',
  settleTitle: (order: string) => `Record result for ${order}`,
  settleExplain:
    "We couldn't find out from the provider whether the card was charged. Check your account there, then choose the result.",
  unclear: 'Charge status unknown',
  unclearExplain:
    "We don't know whether the card was charged. Check your account at the provider, then record the result.",
  processing: (gateway: string) => (when: string) =>
    `${gateway} has been processing this payment since ${when}.`,
  processingExplain: (gateway: string) =>
    `You can't change this payment until we know the outcome, because a retry could charge the card twice. We're checking with ${gateway}.`,
  showIntegrations: "Show store's integrations",
  respond: (provider: string) =>
    `Send your evidence in your ${provider} account. The status changes when ${provider} reports the outcome.`,
  assignedTo: (owner: string) => (owner === '' ? 'Unassigned' : `Assigned to ${owner}`),
  assignTitle: (name: string) => `Assign ${name}`,
  manyExplain:
    "This retries only payments that might succeed on another attempt. You'll review the amounts before anything is charged.",
  manyNext: 'Review charges',
  charges: {
    reaches: (orders: string) => `Retry payment for ${orders}?`,
    submit: (orders: string) => `Charge ${orders}`,
  },
  chooseOutcome: 'Choose a result',
  stake: 'Unpaid:',
  nothing: 'nothing',
  resolve: 'Resolve',
  resolveTitle: () => 'Resolve incident',
  stores: 'Stores',
  store: 'Store',
  failures: 'Failures',
  atStake: 'Unpaid',
  none: 'This order has no failed payments.',
  orderCharges: 'Charges',
  openAtProvider: (provider: string, reference: string) => `${reference} (opens ${provider})`,
  events: (count: number) => (count === 1 ? '1 event' : `${formatNumber(count)} events`),
  disputes: 'Disputes',
  refundsWaiting: 'Refunds waiting',
  respondBy: (when: string) => `Respond by ${when}`,
  openOrder: (order: string) => `Open order ${order}`,
  otherEvents: 'Events that match no charge',
  steps: {
    placed: 'Order placed',
    failed: 'Payment failed',
    paid: 'Paid',
    waiting: 'Waiting for the member to pay',
    processing: 'Processing at the provider',
    retryFailed: 'Retry failed',
    unknown: 'Charge status unknown',
    foundPaid: 'Recorded as charged',
    foundUnpaid: 'Recorded as not charged',
    retryRefused: 'Retry rejected',
    retryUnanswered: 'Retry sent, no response yet',
    retryMissed: "Scheduled retry couldn't run",
    scheduled: 'Retry scheduled',
    linked: 'Payment link created',
    dismissed: 'Dismissed',
    reopened: 'Reopened',
    assigned: 'Assigned',
    abandoned: 'Abandoned',
    refundRequested: 'Refund requested',
    refundWaiting: 'Refund waiting for approval',
    refundApproved: 'Refund approved',
    refundRejected: 'Refund rejected',
    refundWithdrawn: 'Refund withdrawn',
    refundCredited: 'Refunded as credits',
    refundProcessing: 'Refund processing at the provider',
    refundSucceeded: 'Refunded',
    refundFailed: 'Refund failed',
    refundReported: 'Refunded at the provider',
    refundUnknown: 'Refund status unknown',
    refundAsked: 'Provider asked again about the refund',
    refundFoundRefunded: 'Recorded as refunded',
    refundFoundNotRefunded: 'Recorded as not refunded',
  } as Readonly<Record<string, string>>,
  attemptNo: (number: number) => `Attempt ${number}`,
  /** Below the reason in a row: who has to act. */
  acts: {
    member: 'Waiting for member',
    bank: 'Waiting for bank',
    operator: 'Waiting for operator',
    provider: 'Waiting for provider',
  } as Readonly<Record<string, string>>,
} as const
