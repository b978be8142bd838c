import type { ReadinessKey } from '#shared/stores/readinessChecks.ts'

/** What the page says around its tabs; what a tab says has a file of its own, so that only that tab loads it. */
export const storeMessages = {
  tabs: 'Parts of the store',
  noTab: (name: string) => `A store has no tab "${name}": this is its overview.`,
  header: {
    actions: 'Actions',
    code: 'Code',
    plan: 'Plan',
    organisation: 'Organization',
    domain: 'Domain',
    none: 'None',
  },
  hold: {
    until: (date: string) =>
      `This store will be deleted for good on ${date}. Until it is restored nothing of it can be changed.`,
    restore: 'Restore',
    changed: (who: string) =>
      `${who} changed this store after you opened the page. Look at it again, or go on all the same.`,
  },
  place: {
    label: 'The list it is of',
    previous: 'Previous store of the list',
    next: 'Next store of the list',
    of: (at: string, total: string) => `${at} of ${total}`,
    onPage: (at: string, shown: string, total: string) =>
      `${at} of ${shown} on this page, ${total} in all`,
  },
  fix: {
    right: (check: string) => `${check} is right now.`,
    allRight: (percent: number) => `The store is ${percent}% ready.`,
    next: (check: string) => `Next fix: ${check}`,
    back: 'Back to the overview',
  },
} as const

export const storeOverviewMessages = {
  readiness: 'Readiness',
  incidents: 'Incidents',
  percent: (percent: number) => `${percent}% ready`,
  right: (count: number) => `${count} ${count === 1 ? 'check' : 'checks'} passed`,
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
  utc: 'UTC days',
  activity: 'Recent changes',
  allActivity: 'All',
  shut: (status: string) => `${status}.`,
  shutMeans: 'Members cannot order.',
  shutBy: (status: string, actor: string, when: string) => `${status} on ${when} by ${actor}.`,
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

export const storeFieldsMessages = {
  identity: 'What it is',
  contact: 'Contact and notes',
  inherit: {
    reset: 'Reset',
    resetOf: (field: string) => `Reset to platform default: ${field}`,
    changed: (who: string) =>
      `${who} changed this setting after you opened the page. Reset it all the same, or reload to see it.`,
  },
} as const

export const storeIntegrationsMessages = {
  what: 'tests of integrations',
  tested: (when: string) => `Last test: ${when}`,
  untested: 'Not tested yet.',
  needed: 'The store is not ready without it.',
  notNeeded: 'The store can do without it.',
  open: 'Open setup',
  actions: {
    not_configured: 'Set up',
    draft: 'Finish setup',
    verified: 'Activate',
    degraded: 'Fix',
  } as Record<string, string>,
  actionOf: (action: string, integration: string) => `${action}: ${integration}`,
  offers: (integration: string) => `Existing setups for ${integration}`,
  use: (name: string) => `Use ${name}`,
  offerState: (state: string, isTest: boolean) => (isTest ? `${state}, test mode` : state),
  newSetup: 'New setup',
  memberSignOn: 'Member mobile sign-on',
  memberSignOnText: 'How members sign in to the mobile app of this store.',
} as const
