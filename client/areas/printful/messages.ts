export const printfulMessages = {
  more: (name: string) => `More actions for ${name}`,
  account: 'Stores and webhooks',
  accountTitle: (name: string) => `Stores and webhooks for ${name}`,
  match: 'Sizes and colors',
  matchTitle: (name: string) => `Sizes and colors for ${name}`,
  test: 'Test and history',
  settings: 'Settings',
  delete: 'Delete',

  token: 'Token',
  fetch: 'Refresh from Printful',
  notRead: "Nothing loaded yet. Refresh from Printful to load the token's scopes and the stores.",
  scopesAt: 'Scopes last checked',
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
  notOurs: 'Not mapped to any of your stores.',
  gone: "This store wasn't in the last list from Printful. Refresh, or clear the mapping.",
  webhook: (fault: string | null) =>
    fault ?? 'The webhook points here and sends the required events.',
  webhookNotChecked: "We can't check the webhook because the platform has no public URL yet.",
  save: 'Save mapping',

  webhooks: 'Webhooks',
  address: 'Webhook URL:',
  noAddress:
    'The platform has no public URL yet. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.',
  wanted: (events: string) => `Events: ${events}. Each store signs its events with its own secret.`,
  repair: 'Set up webhooks',
  replace: {
    reaches: (stores: string) =>
      `For ${stores}, this replaces a webhook that points to another URL.`,
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
  unknown: (theirs: string) => `The current match, "${theirs}", isn't in Printful's catalog.`,
  byName: (name: string) => `Suggested by name: ${name}.`,
  byLook: (name: string, distance: number) =>
    `Suggested color: ${name}, with a color difference of ${distance} (CIEDE2000).`,
  nothing: 'Nothing similar found.',
  strange: (count: number) => `${count} without a suggestion`,
  suggestions: "We filled in suggestions. Change them, or clear the ones you don't want.",
  noSuggestions: {
    sizes: 'No suggestions. Choose a match for each size that Printful offers.',
    colors: 'No suggestions. Choose a match for each color that Printful offers.',
  },
  saveMatches: { sizes: 'Save size matches', colors: 'Save color matches' },
  noneGiven: 'Choose at least one match.',
  unused: (count: number) =>
    count === 1 ? '1 unmatched Printful name' : `${count} unmatched Printful names`,
} as const
