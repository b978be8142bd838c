import type { Action, PermissionKey } from '../permissions/permissions.ts'

/** Headings that group menu entries; each expands and collapses. */
export const menuGroups = [
  'Stores',
  'Catalog',
  'People',
  'Payments',
  'Gift cards',
  'Settings',
] as const
export type MenuGroup = (typeof menuGroups)[number]

export type Route = {
  /** React Router's notation: `:storeId` is a parameter. */
  path: string
  /**
   * The folder of `client/areas` whose `index.ts` has the screen. Without it, the route shows the
   * generic list of the resource at its path.
   */
  area?: string
  title: string
  permission: PermissionKey | null
  /** The action that it needs, if reading isn't enough. */
  action?: Action
  /** Whether the menu shows it (spec.md section 2). */
  menu: boolean
  /** The heading above it; entries without one come first. */
  group?: MenuGroup
  /** Path of its parent in the breadcrumbs; the Dashboard by default. */
  parent?: string
  /** Other lists at the route's URL, each behind a parameter. The menu shows them below it. */
  lists?: readonly RouteList[]
}

/** A list at `ROUTE?PARAM`; the route's permission opens it. */
type RouteList = { param: string; title: string }

/**
 * Every route of spec.md section 2, in menu order. Where the spec is silent, start screens are in
 * the menu and the area's key applies.
 */
export const routes = [
  { path: '/', title: 'Sign in', permission: null, menu: false },
  {
    path: '/dashboard',
    area: 'dashboard',
    title: 'Dashboard',
    permission: 'ordersRead',
    menu: true,
  },
  {
    path: '/alerts/:link',
    area: 'dashboard/alert',
    title: 'Alert',
    permission: 'ordersRead',
    menu: false,
  },
  { path: '/calendar', area: 'calendar', title: 'Calendar', permission: 'ordersRead', menu: true },

  {
    path: '/stores',
    area: 'stores/list',
    title: 'All Stores',
    permission: 'storesRead',
    menu: true,
    group: 'Stores',
    lists: [{ param: 'organisations', title: 'Organizations' }],
  },
  {
    path: '/stores/create',
    area: 'stores/create',
    title: 'Create store',
    permission: 'storesRead',
    action: 'write',
    menu: false,
    parent: '/stores',
  },
  {
    path: '/stores/compare',
    area: 'blueprints',
    title: 'Compare stores',
    permission: 'storesRead',
    menu: false,
    parent: '/stores',
  },
  {
    path: '/stores/:storeId',
    area: 'stores/details',
    title: 'Store details',
    permission: 'storesRead',
    menu: false,
    parent: '/stores',
  },
  {
    path: '/stores/:storeId/adminSso/setup',
    area: 'sso',
    title: 'Store admin SSO',
    permission: 'storesRead',
    menu: false,
    parent: '/stores/:storeId',
  },
  {
    path: '/stores/:storeId/member/mobile-sso/setup',
    area: 'sso',
    title: 'Mobile SSO',
    permission: 'storesRead',
    menu: false,
    parent: '/stores/:storeId',
  },
  {
    path: '/stores/:storeId/logs',
    area: 'logs',
    title: 'Store logs',
    permission: 'storesRead',
    menu: false,
    parent: '/stores/:storeId',
  },
  {
    path: '/blueprints',
    area: 'blueprints',
    title: 'Blueprints',
    permission: 'storesRead',
    menu: true,
    group: 'Stores',
  },
  {
    path: '/themes',
    area: 'themes',
    title: 'Themes',
    permission: 'modulesRead',
    menu: true,
    group: 'Stores',
    lists: [{ param: 'versions', title: 'Theme versions' }],
  },
  {
    path: '/scheduledChanges',
    area: 'scheduledChanges',
    title: 'Scheduled changes',
    permission: 'ordersRead',
    menu: true,
    group: 'Stores',
  },
  {
    path: '/members/groups',
    area: 'members',
    title: 'Member Groups',
    permission: 'dashboardRead',
    menu: true,
    group: 'People',
  },
  {
    path: '/members/:memberId',
    area: 'members/page',
    title: 'Member',
    permission: 'dashboardRead',
    menu: false,
    parent: '/members/groups',
  },
  {
    path: '/credits',
    area: 'credits',
    title: 'Credits',
    permission: 'dashboardRead',
    menu: true,
    group: 'People',
    lists: [
      { param: 'requests', title: 'Credit requests' },
      { param: 'liability', title: 'Liabilities' },
    ],
  },
  {
    path: '/users',
    area: 'users',
    title: 'Users',
    permission: 'users',
    menu: true,
    group: 'People',
    lists: [
      { param: 'log', title: 'Platform logs' },
      { param: 'signInProviders', title: 'Sign-in providers' },
    ],
  },
  {
    path: '/userGroups',
    area: 'users/groups',
    title: 'User Groups',
    permission: 'usersGroups',
    menu: false,
    parent: '/users',
  },
  {
    path: '/userGroups/create',
    area: 'users/groups',
    title: 'Create user group',
    permission: 'usersGroups',
    action: 'write',
    menu: false,
    parent: '/userGroups',
  },
  {
    path: '/permissions',
    area: 'users/permissions',
    title: 'Permissions',
    permission: null,
    menu: false,
    parent: '/userGroups',
  },
  {
    path: '/attributes',
    area: 'attributes',
    title: 'Attributes',
    permission: 'Sizes',
    menu: true,
    group: 'Catalog',
  },
  {
    path: '/attributes/:parentAttributeId/subAttributes',
    title: 'Sub Attributes',
    permission: 'Sizes',
    menu: false,
    parent: '/attributes',
  },
  {
    path: '/sizes',
    area: 'sizes',
    title: 'Sizes',
    permission: 'Sizes',
    menu: true,
    group: 'Catalog',
  },
  {
    path: '/stickers',
    area: 'stickers',
    title: 'Stickers',
    permission: 'Stickers',
    menu: true,
    group: 'Catalog',
  },
  {
    path: '/colors',
    area: 'colors',
    title: 'Colors',
    permission: 'Colors',
    menu: true,
    group: 'Catalog',
  },
  {
    path: '/training',
    area: 'training',
    title: 'Training categories',
    permission: 'Colors',
    menu: true,
    group: 'People',
  },
  {
    path: '/training/:categoryId/content',
    area: 'training',
    title: 'Training content',
    permission: 'Colors',
    menu: false,
    parent: '/training',
  },
  {
    path: '/paymentAttempt',
    area: 'payments/attempts',
    title: 'Payment attempts',
    permission: 'payments',
    menu: true,
    group: 'Payments',
    lists: [
      { param: 'orders', title: 'Orders' },
      { param: 'disputes', title: 'Disputes' },
      { param: 'incidents', title: 'Incidents' },
      { param: 'refunds', title: 'Refunds' },
    ],
  },
  {
    path: '/payment-setup',
    area: 'payments/setups',
    title: 'Payment setup',
    permission: 'payments',
    menu: true,
    group: 'Payments',
  },
  {
    path: '/payment-setup/:id/details',
    area: 'payments/setups',
    title: 'Payment setup details',
    permission: 'payments',
    menu: false,
    parent: '/payment-setup',
  },
  {
    path: '/wegift/templates',
    area: 'giftCards',
    title: 'Gift card templates',
    permission: 'giftCards',
    menu: true,
    group: 'Gift cards',
    lists: [
      { param: 'cards', title: 'Gift cards' },
      { param: 'catalogue', title: 'Runa products' },
    ],
  },
  {
    path: '/giftCardSetup',
    area: 'giftCards/setup',
    title: 'Gift card setup',
    permission: 'giftCards',
    menu: true,
    group: 'Gift cards',
  },
  {
    path: '/smtpSettings',
    area: 'email',
    title: 'SMTP Settings',
    permission: 'smtpSettings',
    menu: true,
    group: 'Settings',
    lists: [{ param: 'mails', title: 'Emails' }],
  },
  {
    path: '/cognitoSetup',
    area: 'cognito',
    title: 'Cognito setup',
    permission: 'cognito',
    menu: true,
    group: 'Settings',
  },
  {
    path: '/printfulSetup',
    area: 'printful',
    title: 'Print-on-demand setup',
    permission: 'printful',
    menu: true,
    group: 'Settings',
  },
  {
    path: '/alertChannels',
    area: 'alertChannels',
    title: 'Alert channels',
    permission: 'alertChannels',
    menu: true,
    group: 'Settings',
    lists: [
      { param: 'rules', title: 'Alert rules' },
      { param: 'deliveries', title: 'Sent alerts' },
      { param: 'rotations', title: 'On-call rotations' },
      { param: 'overrides', title: 'On-call overrides' },
    ],
  },
  { path: '/account', area: 'account', title: 'My account', permission: null, menu: false },
  {
    path: '/apiKeys',
    area: 'apiKeys',
    title: 'API keys',
    permission: 'apiKeys',
    menu: true,
    group: 'Settings',
  },
  {
    path: '/webhookSubscriptions',
    area: 'webhooks',
    title: 'Webhooks',
    permission: 'apiKeys',
    menu: true,
    group: 'Settings',
    lists: [{ param: 'deliveries', title: 'Webhook deliveries' }],
  },
  // Every operator has API keys of their own.
  {
    path: '/apiKeys/create',
    area: 'apiKeys',
    title: 'Create API key',
    permission: null,
    menu: false,
    parent: '/apiKeys',
  },
  {
    path: '/apiKeys/:keyId',
    area: 'apiKeys',
    title: 'API key',
    permission: null,
    menu: false,
    parent: '/apiKeys',
  },
  {
    path: '/notifications',
    area: 'account',
    title: 'Notifications',
    permission: null,
    menu: false,
    parent: '/account',
  },
] as const satisfies readonly Route[]

export type RoutePath = (typeof routes)[number]['path']

/** The folders of `client/areas` that have screens. */
export type RouteArea = Extract<(typeof routes)[number], { area: string }>['area']

/** The paths of an area's screens. */
export type AreaPath<Area extends RouteArea> = Extract<
  (typeof routes)[number],
  { area: Area }
>['path']

const routesByPath = new Map<string, Route>(routes.map((route) => [route.path, route]))

/** Returns the route with this path pattern, if the product has it. */
export const findRoute = (path: string): Route | undefined => routesByPath.get(path)
