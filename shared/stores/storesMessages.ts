export const storesMessages = {
  integrations: {
    active: (count: number, of: number) =>
      count === 0 ? 'none active' : count === of ? 'all working' : `${count} of ${of} active`,
    failing: (labels: string) => `${labels} failing`,
  },
  defaults: 'Platform defaults',
  checks: 'Run the checks',
  more: (store: string) => `More actions for ${store}`,
  held: (status: string, day: string) => `${status}, deleted on ${day}`,
  open: 'Open',
  all: 'All actions',
  duplicate: 'Duplicate',
  logs: 'Logs',
  delete: 'Delete',
  actions: {
    activate: 'Activate',
    suspend: 'Suspend',
    startMaintenance: 'Start maintenance',
    endMaintenance: 'End maintenance',
    archive: 'Archive',
  },
} as const
