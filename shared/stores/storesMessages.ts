/** What All Stores says, and each store's page in the same words. */
export const storesMessages = {
  readiness: 'Readiness',
  organisations: 'Organisations',
  defaults: 'Platform defaults',
  more: (store: string) => `More actions for ${store}`,
  /** The status of a store that is about to be deleted. */
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
  code: 'Code must be 2 to 41 small letters, digits and hyphens, and start with a letter or digit',
  subdomain:
    'Subdomain must be 2 to 41 small letters, digits and hyphens, and start with a letter or digit',
  domain: 'Own domain must be a host name such as shop.example.com',
  email: (field: string) => `${field} must be an e-mail address`,
  https: (field: string) => `${field} must be an address that starts with https://`,
  emailDomain: 'Each allowed e-mail domain must be a host name such as example.com',
  tag: 'Each tag must be small letters, digits and hyphens',
} as const
