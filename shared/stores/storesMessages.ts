/** What All Stores says, and each store's page in the same words. */
export const storesMessages = {
  readiness: 'Readiness',
  organisations: 'Organisations',
  newOrganisation: 'New organisation',
  findOrganisation: 'Find an organisation',
  find: 'Find',
  storesOf: (count: number, organisation: string) =>
    `${count} ${count === 1 ? 'store' : 'stores'} of ${organisation}`,
  firstOf: (shown: number, total: string) => `The first ${shown} of ${total}; find others by name.`,
  noOrganisations: 'No organisation matches.',
  deleteOrganisation: 'Delete organisation',
  defaults: 'Platform defaults',
  defaultsExplain:
    'What every store inherits until it overrides it. A change reaches all stores that inherit.',
  more: (store: string) => `More actions for ${store}`,
  open: 'Open',
  all: 'All actions',
  duplicate: 'Duplicate',
  logs: 'Logs',
  delete: 'Delete',
  changed: 'The status was changed.',
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
