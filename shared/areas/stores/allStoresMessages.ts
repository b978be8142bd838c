export const allStoresMessages = {
  integrations: {
    standing: (active: number, missing: number) =>
      [active > 0 && `${active} active`, missing > 0 && `${missing} missing`]
        .filter(Boolean)
        .join(', ') || 'none active',
    named: (active: string, missing: string) =>
      [active && `Active: ${active}`, missing && `Missing: ${missing}`].filter(Boolean).join('. '),
    failing: (labels: string) => `${labels} failing`,
  },
  defaults: 'Platform defaults',
  checks: 'Run checks',
  more: (store: string) => `More actions for ${store}`,
  held: (status: string, day: string) => `${status}, will be deleted on ${day}`,
  open: 'Open',
  all: 'All actions',
  duplicate: 'Duplicate',
  logs: 'Logs',
  actions: {
    activate: 'Activate',
    suspend: 'Suspend',
    startMaintenance: 'Start maintenance',
    endMaintenance: 'End maintenance',
    archive: 'Archive',
  },
} as const
