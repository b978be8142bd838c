export const printfulMessages = {
  more: (name: string) => `More actions for ${name}`,
  account: 'Stores and webhooks',
  match: 'Sizes and colors',
  test: 'Test and history',
  settings: 'Settings',
  delete: 'Delete',

  token: 'Token',
  fetch: 'Refresh from Printful',
  notRead: 'Nothing loaded yet. Enter a token, save, and refresh.',
  scopesAt: 'Scopes updated',
  found: 'Found',
  none: 'none',
  enough: 'All required scopes',
  missing: (scopes: string) => `Missing: ${scopes}`,
  newToken:
    "You can't add scopes to an existing token. Create a token with all required scopes in Printful, then save it here.",

  stores: 'Stores',
  storesExplain: 'Map each Printful store to one of your stores.',
  storesAt: 'Updated',
  noStores: 'This Printful account has no stores.',
  theirs: (name: string | null, id: number) => (name ? `${name} (${id})` : `Store ${id}`),
  mappedLater: 'You can map Printful stores after you save the token and refresh from Printful.',
  notOurs: 'Not mapped yet.',
  gone: 'Printful no longer has this store.',
  webhook: (fault: string | null) => fault ?? 'The webhook points here.',
  save: 'Save stores',

  webhooks: 'Webhooks',
  address: 'Webhook URL:',
  noAddress:
    "The platform has no public URL yet. Ask the platform's administrator to set PLATFORM_ORIGIN.",
  wanted: (events: string) => `Events: ${events}. Each store signs its events with its own secret.`,
  repair: 'Set up webhooks',
  replace: {
    reaches: (stores: string) =>
      `This replaces the webhooks of ${stores} that point to other URLs.`,
    submit: (stores: string) => `Replace webhooks (${stores})`,
  },

  events: 'Events received',
  newestFirst: 'Events, newest first',
  noEvents: 'No events yet',
  event: 'Event',
  store: 'Store',
  received: 'Received',
  outcome: 'Result',

  catalogue: 'Catalog',
  syncedAt: 'Synced',
  notSynced: 'Not synced yet. Sync the catalog to see which sizes and colors Printful offers.',
  sync: 'Sync catalog',
  kinds: { sizes: 'Sizes', colors: 'Colors' },
  matched: (matched: number, open: number) => `${matched} matched, ${open} not matched.`,
  ours: (name: string, code: string) => `${name} (${code})`,
  unknown: (theirs: string) => `Printful has no "${theirs}".`,
  byName: (name: string) => `Suggested by name: ${name}.`,
  byLook: (name: string, distance: number) =>
    `Suggested color: ${name}, with a color difference of ${distance} (CIEDE2000).`,
  nothing: 'Nothing similar found.',
  strange: (count: number) => `${count} without a suggestion`,
  matchExplain: "We filled in suggestions. Change them, or clear the ones you don't want.",
  saveMatches: { sizes: 'Save sizes', colors: 'Save colors' },
  noneGiven: 'Choose at least one match.',
  unused: (count: number) =>
    count === 1 ? '1 unmatched Printful name' : `${count} unmatched Printful names`,
} as const
