import type { RoutePath } from '#shared/navigation/routes.ts'

/** Finds the first record in a list call of the platform, and returns its ID or another field. */
export type FindId = (call: string, field?: string) => Promise<string>

export type Screenshot = {
  /** The name of the file without its extension. */
  name: string
  /** Returns the URL to open if it isn't the route's path. */
  address?: (findId: FindId) => Promise<string>
  /** Whether to take another screenshot at 360 px. */
  narrow?: true
}

const failingStore = '/stores?filter[failing][eq]=1&limit=1'

/** A screenshot of each screen in the route table. */
export const screenshots: Record<RoutePath, Screenshot> = {
  '/': { name: 'signIn' },
  '/dashboard': { name: 'dashboard', narrow: true },
  '/stores': { name: 'stores', narrow: true },
  '/stores/create': { name: 'createStore', narrow: true },
  '/stores/:storeId': {
    name: 'storeDetails',
    address: async (findId) => `/stores/${await findId(failingStore)}`,
    narrow: true,
  },
  '/stores/:storeId/adminSso/setup': {
    name: 'storeAdminSso',
    address: async (findId) =>
      `/stores/${await findId('/adminSignOns?limit=1', 'storeId')}/adminSso/setup`,
  },
  '/stores/:storeId/member/mobile-sso/setup': {
    name: 'memberMobileSso',
    address: async (findId) =>
      `/stores/${await findId('/adminSignOns?limit=1', 'storeId')}/member/mobile-sso/setup`,
  },
  '/stores/:storeId/logs': {
    name: 'storeLogs',
    address: async (findId) => `/stores/${await findId(failingStore)}/logs`,
  },
  '/themes': { name: 'themes' },
  '/members/groups': { name: 'memberGroups' },
  '/credits': { name: 'credits' },
  '/users': { name: 'users' },
  '/userGroups': { name: 'userGroups' },
  '/userGroups/create': { name: 'createUserGroup' },
  '/permissions': { name: 'permissions' },
  '/attributes': { name: 'attributes' },
  '/attributes/:parentAttributeId/subAttributes': {
    name: 'subAttributes',
    address: async (findId) => `/attributes/${await findId('/attributes?limit=1')}/subAttributes`,
  },
  '/sizes': { name: 'sizes' },
  '/stickers': { name: 'stickers' },
  '/colors': { name: 'colors' },
  '/training': { name: 'training' },
  '/training/:categoryId/content': {
    name: 'trainingContent',
    address: async (findId) => `/training/${await findId('/trainingCategories?limit=1')}/content`,
  },
  '/paymentAttempt': { name: 'paymentAttempts', narrow: true },
  '/payment-setup': { name: 'paymentSetups' },
  '/payment-setup/:id/details': {
    name: 'paymentSetupDetails',
    address: async (findId) => `/payment-setup/${await findId('/paymentSetups?limit=1')}/details`,
  },
  '/wegift/templates': { name: 'giftCardTemplates' },
  '/giftCardSetup': { name: 'giftCardSetup' },
  '/smtpSettings': { name: 'smtpSettings' },
  '/cognitoSetup': { name: 'cognitoSetup' },
  '/printfulSetup': { name: 'printfulSetup' },
}
