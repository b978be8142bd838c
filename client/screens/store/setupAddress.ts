import { generatePath } from 'react-router'
import type { RoutePath } from '#shared/routes.ts'
import type { IntegrationKind } from '#shared/stores/storeStates.ts'

/** The screen that sets each integration up; `memberSignOn` is that of the members' mobile app. */
const setups: Record<IntegrationKind | 'memberSignOn', RoutePath> = {
  mail: '/smtpSettings',
  signOn: '/stores/:storeId/adminSso/setup',
  payment: '/payment-setup',
  gift: '/giftCardSetup',
  print: '/printfulSetup',
  memberSignOn: '/stores/:storeId/member/mobile-sso/setup',
}

/** Where an integration of a store is set up and mended. */
export const setupAddress = (kind: keyof typeof setups, storeId: number): string =>
  generatePath(setups[kind], { storeId: String(storeId) })
