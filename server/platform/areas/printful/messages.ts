import { formatNumber } from '#shared/format/numbers.ts'

const noStores = 'This Printful account has no stores. Create one in Printful first.'
const notPrintful = "The server that responded isn't Printful."
const noToken = 'Add a token first.'

/** Reasons why Printful rejects a request. */
export const printfulErrorMessages = {
  tokenNotRecognized: "Printful doesn't recognize this token, or it has expired. Paste a new one.",
  noPermission: 'The token lacks a required scope. Create a new token with all required scopes.',
  tooManyRequests: 'Printful is receiving too many requests. Try again in a minute.',
  failed: (status: number) => `Printful returned status ${status}. Try again.`,
  rejected: (error: string) => `Printful rejected the request with the error ${error}.`,
  unexpectedWebhook:
    'Printful returned an unexpected response when we registered the webhook. Try again.',
} as const

/** The test steps for a Printful account, and their results. */
export const printfulTestMessages = {
  titles: {
    token: 'Token',
    scopes: 'Scopes',
    stores: 'Stores',
    map: 'Store mapping',
    webhook: 'Webhooks',
  },
  noToken,
  notPrintful,
  tokenValid: 'The token is valid.',
  scopes: (scopes: readonly string[]) => `The token has these scopes: ${scopes.join(', ')}.`,
  missingScopes: (scopes: readonly string[]) =>
    scopes.length === 1
      ? `Missing scope: ${scopes.join()}. Create a new token that includes it.`
      : `Missing scopes: ${scopes.join(', ')}. Create a new token that includes them.`,
  unexpectedStores:
    'Printful returned an unexpected response when we loaded the stores. Try again.',
  noStores,
  stores: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(', ')}, and ${formatNumber(more)} more.` : `${names.join(', ')}.`,
  accountLevel: (stores: number) =>
    `The token can access ${formatNumber(stores)} stores. Set the access level to "Account".`,
  storeLevel: (store: string) =>
    `The token can access 1 store: ${store}. If the token is only for this store, set the access level to "One store".`,
  noSuchStore: (id: number) => `Printful has no store with the ID ${id}. Fix the store mapping.`,
  allMapped: 'All Printful stores are mapped.',
  notMapped: (ids: readonly number[]) => `Printful stores not mapped yet: ${ids.join(', ')}.`,
  noneMapped: 'No Printful store is mapped yet.',
  noPublicUrl:
    "The platform has no public URL yet, so Printful can't send events. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.",
  webhookFault: (store: string, fault: string) => `${store}: ${fault} Set up the webhooks.`,
  webhooksPoint: (url: string) => `Printful sends events to ${url}.`,
} as const

/** The results of Printful's events. */
export const printfulEventMessages = {
  notMapped: "The event's Printful store isn't mapped to any of your stores.",
  noOrder: "The event doesn't match any of this store's orders.",
  nothingToDo: (order: string) => `Nothing to do for order ${order}.`,
  partShipped: (order: string) => `Order ${order} was partially shipped.`,
  shipped: (order: string) => `Order ${order} was shipped.`,
  couldNotCreate: (order: string) => `Printful couldn't create order ${order}.`,
  onHold: (order: string) => `Printful put order ${order} on hold.`,
  canceled: (order: string) => `Printful canceled order ${order}.`,
  returned: (order: string) => `A shipment for order ${order} was returned.`,
} as const

/** Texts about Printful accounts. */
export const printfulMessages = {
  noToken,
  notPrintful,
  impact: {
    disabled: (stores: string) => `Orders from ${stores} don't reach Printful.`,
    changed: (stores: string) =>
      `After you save, orders from ${stores} won't reach Printful until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Orders from ${stores} won't reach Printful until you test and activate the new settings.`,
    removed: (stores: string) =>
      `Orders from ${stores} won't reach Printful until you assign another setup.`,
  },
  expiringToken: 'Token',
  mapOnce: 'Map each Printful store only once.',
  mapOnlyOne: 'Map only one store, because the access level is "One store".',
  noSuchCode: (code: string) => `No store has the code ${code}. Check the code.`,
  noPublicUrl:
    'The platform has no public URL yet. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.',
  noneMapped: 'No Printful store is mapped yet. Map one and save first.',
  unexpectedCatalog: 'Printful returned an unexpected response instead of the catalog. Try again.',
  emptyCatalog: "Printful's catalog is empty. Try again later.",
  syncTitle: (account: string) => `Sync catalog for ${account}`,
  variants: (count: number) =>
    count === 1 ? 'Synced 1 variant.' : `Synced ${formatNumber(count)} variants.`,
  matchesBody: (max: number) => `Send "matches" with 1 to ${max} entries.`,
  noSuchMatch: (kind: string, name: string) =>
    `Printful has no ${kind} named "${name}". Choose another one.`,
  notUnderstood: "Printful sent an event that we don't understand.",
  replaces: (count: number) =>
    count === 1
      ? 'This replaces a webhook that points to another URL.'
      : `This replaces ${count} webhooks that point to other URLs.`,
  replacedWebhook: (store: string, urls: readonly string[]) =>
    `Events from ${store} currently go to ${urls.join(', ')}. They will no longer be sent there.`,
} as const
