import type { ReadinessKey } from './readinessChecks.ts'

/** What the overview of a store says. */
export const storeOverviewMessages = {
  readiness: 'Readiness',
  readinessWhat: 'the readiness of stores',
  percent: (percent: number) => `${percent} % ready`,
  right: (count: number) => `${count} right`,
  missing: 'Missing',
  fix: 'Fix',
  fixOf: (check: string) => `Fix ${check}`,
  figures: 'The last 30 days',
  figuresWhat: 'figures of a store',
  now: 'Last 30 days',
  before: 'Same weekdays before',
  orders: 'Orders, 30 days',
  revenue: (currency: string) => `Revenue, ${currency}`,
  members: 'Members',
  joined: (now: string, before: string) => `${now} new, ${before} before`,
  paymentsFailed: 'Failed payments',
  creditsIssued: (unit: string) => `Credits issued, ${unit}`,
  creditsRedeemed: (unit: string) => `Credits redeemed, ${unit}`,
  giftCardsFailed: 'Gift cards failed',
  mailFailed: 'Mail failed',
  ofSent: (sent: string) => `of ${sent} sent`,
  noneBefore: 'There is no earlier data to compare with.',
  ordersByDay: 'Orders by day',
  activity: 'Recent changes',
  allActivity: 'All',
  /** The store is shut to its members: since when and by whom. */
  shut: (status: string) => `${status}.`,
  shutBy: (status: string, actor: string, when: string) => `${status} on ${when} by ${actor}.`,
  /** What was at work and fails. */
  fails: {
    mail: 'Mail fails.',
    signOn: 'Sign-on fails.',
    payment: 'Payments fail.',
    gift: 'Gift cards fail.',
    print: 'Print on demand fails.',
  } as Partial<Record<ReadinessKey, string>>,
  fixWorst: {
    mail: 'Fix mail',
    signOn: 'Fix sign-on',
    payment: 'Fix payment',
    gift: 'Fix gift cards',
    print: 'Fix print on demand',
  } as Partial<Record<ReadinessKey, string>>,
  seeErrors: 'See errors',
} as const
