import { routes } from '#shared/navigation/routes.ts'
import type { RoutePath } from '#shared/navigation/routes.ts'

/** Finds the first record in a list call of the platform, and returns its ID or another field. */
export type FindId = (call: string, field?: string) => Promise<string>

export type Screenshot = {
  /** The name of the file without its extension. */
  name: string
  /** Returns the URL to open if it isn't the route's path. */
  getPath?: (findId: FindId) => Promise<string>
  /** Whether to take another screenshot at 360 px. */
  narrow?: true
}

const failingStore = '/stores?filter[failing][eq]=1&limit=1'

/** How screenshots differ from the default, which shows the route's path and is named after it. */
const overrides: Partial<Record<RoutePath, Partial<Screenshot>>> = {
  '/': { name: 'signIn' },
  '/dashboard': { narrow: true },
  '/alerts/:link': {
    name: 'alert',
    getPath: async (findId) => `/alerts/${await findId('/attentionItems?limit=1')}`,
  },
  '/stores': { narrow: true },
  '/stores/create': { name: 'createStore', narrow: true },
  '/stores/compare': {
    name: 'compareStores',
    getPath: async (findId) =>
      `/stores/compare?store=${await findId('/stores?filter[differsFromBlueprint][eq]=1&limit=1')}`,
  },
  '/stores/:storeId': {
    name: 'storeDetails',
    getPath: async (findId) => `/stores/${await findId(failingStore)}`,
    narrow: true,
  },
  '/stores/:storeId/adminSso/setup': {
    name: 'storeAdminSso',
    getPath: async (findId) =>
      `/stores/${await findId('/adminSignOns?limit=1', 'storeId')}/adminSso/setup`,
  },
  '/stores/:storeId/member/mobile-sso/setup': {
    name: 'memberMobileSso',
    getPath: async (findId) =>
      `/stores/${await findId('/adminSignOns?limit=1', 'storeId')}/member/mobile-sso/setup`,
  },
  '/stores/:storeId/logs': {
    name: 'storeLogs',
    getPath: async (findId) => `/stores/${await findId(failingStore)}/logs`,
  },
  '/members/groups': { name: 'memberGroups' },
  '/members/:memberId': {
    name: 'member',
    getPath: async (findId) =>
      `/members/${await findId('/logEntries?filter[event][contains]=signInRefused&limit=1', 'targetId')}`,
  },
  '/userGroups/create': { name: 'createUserGroup' },
  '/webhookSubscriptions': { name: 'webhooks' },
  '/apiKeys/create': { name: 'createApiKey' },
  '/apiKeys/:keyId': {
    name: 'apiKey',
    getPath: async (findId) => `/apiKeys/${await findId('/apiKeys?limit=1')}`,
  },
  '/attributes/:parentAttributeId/subAttributes': {
    name: 'subAttributes',
    getPath: async (findId) => `/attributes/${await findId('/attributes?limit=1')}/subAttributes`,
  },
  '/training/:categoryId/content': {
    name: 'trainingContent',
    getPath: async (findId) => `/training/${await findId('/trainingCategories?limit=1')}/content`,
  },
  '/paymentAttempt': { name: 'paymentAttempts', narrow: true },
  '/payment-setup': { name: 'paymentSetups' },
  '/payment-setup/:id/details': {
    name: 'paymentSetupDetails',
    getPath: async (findId) => `/payment-setup/${await findId('/paymentSetups?limit=1')}/details`,
  },
  '/wegift/templates': { name: 'giftCardTemplates' },
}

/** A screenshot of each screen in the route table. */
export const screenshots = Object.fromEntries(
  routes.map(({ path }) => [path, { name: path.slice(1), ...overrides[path] }]),
) as Record<RoutePath, Screenshot> // One for each route.
