/** What a store's page says around its tabs. What a tab says stands in a file of its own, so that only that tab loads it. */
export const storeMessages = {
  tabs: {
    label: 'Parts of the store',
    overview: 'Overview',
    general: 'General',
    domains: 'Domains',
    locale: 'Locale and money',
    brand: 'Brand',
    access: 'Access',
    members: 'Members',
    groups: 'Groups',
    credits: 'Credits',
    integrations: 'Integrations',
    logs: 'Logs',
    danger: 'Danger zone',
    duplicate: 'Duplicate',
  },
  header: {
    actions: 'Actions',
    code: 'Code',
    plan: 'Plan',
    organisation: 'Organisation',
    domain: 'Domain',
    none: 'None',
    delete: 'Delete…',
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
    allRight: (percent: number) => `The store is ${percent} % ready.`,
    next: (check: string) => `Next fix: ${check}`,
    back: 'Back to the overview',
  },
  /** What credits are counted in that are no money. */
  points: 'Points',
} as const
