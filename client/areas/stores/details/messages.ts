import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'

const formatSettingCount = (count: number) => (count === 1 ? '1 setting' : `${count} settings`)
const formatIntegrationCount = (count: number) =>
  count === 1 ? '1 integration' : `${count} integrations`

/** Texts around the tabs. Each tab has its own file of texts, so that only that tab loads it. */
export const storePageMessages = {
  tabs: 'Store sections',
  noTab: (name: string) => `There's no tab named "${name}", so we're showing the overview.`,
  header: {
    actions: 'Actions',
    code: 'Code',
    plan: 'Plan',
    organisation: 'Organization',
    domain: 'Domain',
    none: 'None',
  },
  blueprint: {
    unnamed: 'its blueprint',
    compare: 'Compare',
    differs(blueprint: string, settings: number, integrations: number) {
      const counts = [
        ...(settings > 0 ? [formatSettingCount(settings)] : []),
        ...(integrations > 0 ? [formatIntegrationCount(integrations)] : []),
      ]
      return `Differs from ${blueprint} in ${new Intl.ListFormat('en').format(counts)}.`
    },
    create: 'Create blueprint',
  },
  hold: {
    until: (date: string) =>
      `This store will be deleted on ${date}. To change it, restore it first.`,
    restore: 'Restore store',
    changed: (who: string) =>
      `${who} changed this store after you opened the page. Check the change, or continue anyway.`,
  },
  place: {
    label: 'Position in the list',
    previous: 'Previous store in the list',
    next: 'Next store in the list',
    of: (at: string, total: string) => `${at} of ${total}`,
    onPage: (at: string, shown: string, total: string) =>
      `${at} of ${shown} on this page (${total} in total)`,
  },
  fix: {
    right: (check: string) => `${check}: fixed.`,
    allRight: (percent: number) => `The store is ${percent}% ready.`,
    next: (check: string) => `Next fix: ${check}`,
    back: 'Back to the overview',
  },
} as const

/** The kinds in the middle of a sentence. */
const failingKindNouns: Partial<Record<ReadinessKey, string>> = {
  mail: 'emails',
  signOn: 'SSO',
  payment: 'payments',
  gift: 'gift cards',
  print: 'print on demand',
}

/** Formats several kinds for the start of a sentence: "Payments, emails, and SSO". */
function formatFailingKinds(kinds: readonly ReadinessKey[]): string {
  const list = new Intl.ListFormat('en').format(kinds.map((kind) => failingKindNouns[kind] ?? kind))
  return list.charAt(0).toUpperCase() + list.slice(1)
}

export const storeOverviewMessages = {
  readiness: 'Readiness',
  incidents: 'Incidents',
  percent: (percent: number) => `${percent}% ready`,
  right: (count: number) => `${count} ${count === 1 ? 'check' : 'checks'} passed`,
  missing: 'Missing',
  fix: 'Fix',
  fixOf: (check: string) => `Fix: ${check}`,
  figures: 'Last 30 days',
  figuresWhat: 'store figures',
  now: 'Last 30 days',
  before: 'Previous period (same weekdays)',
  orders: 'Orders',
  revenue: (currency: string) => `Revenue (${currency})`,
  members: 'Members',
  joined: (now: string) => `${now} new`,
  joinedBoth: (now: string, before: string) => `${now} new (${before} new in the previous period)`,
  recovered: (count: string) => `${count} recovered`,
  paymentsFailed: 'Failed payments',
  creditsIssued: (unit: string) => `Credits issued (${unit})`,
  creditsRedeemed: (unit: string) => `Credits redeemed (${unit})`,
  giftCardsFailed: 'Failed gift cards',
  mailFailed: 'Failed emails',
  ofSent: (sent: string) => `${sent} sent`,
  noneBefore: "There's no earlier data to compare with.",
  ordersByDay: 'Orders by day',
  utc: 'Dates are in UTC',
  activity: 'Recent changes',
  allActivity: 'Show all',
  closed: (status: string) => `${status}.`,
  closedEffect: "Members can't order.",
  membersRead: (message: string) => `Message for members: ${message}`,
  maintenanceEnds: (when: string) => `Maintenance ends on ${when}.`,
  closedBy: {
    suspended: (when: string, actor: string) => `Suspended on ${when} by ${actor}.`,
    maintenance: (when: string, actor: string) => `Maintenance started on ${when} by ${actor}.`,
    archived: (when: string, actor: string) => `Archived on ${when} by ${actor}.`,
  },
  fails: {
    mail: 'Emails are failing.',
    signOn: 'SSO is failing.',
    payment: 'Payments are failing.',
    gift: 'Gift cards are failing.',
    print: 'Print on demand is failing.',
  } as Partial<Record<ReadinessKey, string>>,
  severalFail: (kinds: readonly ReadinessKey[]) => `${formatFailingKinds(kinds)} are failing.`,
  fixWorst: {
    mail: 'Fix email',
    signOn: 'Fix SSO',
    payment: 'Fix payments',
    gift: 'Fix gift cards',
    print: 'Fix print on demand',
  } as Partial<Record<ReadinessKey, string>>,
  seeErrors: 'See errors',
} as const

export const storeFieldsMessages = {
  identity: 'Identity',
  contact: 'Contact and notes',
  inherit: {
    reset: 'Reset',
    resetOf: (field: string) => `Reset to platform default: ${field}`,
    changed: (who: string) =>
      `${who} changed this setting after you opened the page. Reset it anyway, or reload the page to see the change.`,
  },
} as const

export const storeIntegrationsMessages = {
  what: 'integration tests',
  tested: (when: string) => `Last test: ${when}`,
  untested: 'Not tested yet',
  needed: "The store isn't ready until this integration is active.",
  notNeeded: 'Optional for this store.',
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
  memberSignOn: 'Mobile SSO',
  memberSignOnText: "Lets members sign in to this store's mobile app.",
} as const
