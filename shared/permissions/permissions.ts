import { can } from './can.ts'

/**
 * Permission keys of spec.md section 6, then our own, each with the name and the contents of its
 * area. They are part of the API: never tidy their spelling.
 */
export const permissions = {
  ordersRead: { area: 'Dashboard', allows: 'Figures and alerts' },
  storesRead: { area: 'Stores', allows: 'Stores, SSO, logs, and organizations' },
  modulesRead: { area: 'Themes', allows: 'Themes and their versions' },
  smtpSettings: { area: 'Email', allows: 'SMTP settings and sent emails' },
  dashboardRead: {
    area: 'Members and credits',
    allows: 'Members, groups, credits, and products',
  },
  users: { area: 'Users', allows: 'Accounts, sign-ins, and platform logs' },
  usersGroups: { area: 'User groups', allows: 'User groups and their permissions' },
  Sizes: { area: 'Attributes and sizes', allows: 'Attributes, their values, and sizes' },
  Stickers: { area: 'Stickers', allows: 'Stickers and where they appear' },
  Colors: { area: 'Colors and training', allows: 'Colors, training categories, and content' },
  payments: { area: 'Payments', allows: 'Setups, orders, failed payments, and incidents' },
  giftCards: { area: 'Gift cards', allows: 'Templates, sent gift cards, and setups' },
  cognito: { area: 'Cognito', allows: 'The user pool and its app client' },
  printful: { area: 'Print on demand', allows: 'Setups and their catalogs' },
  alertChannels: { area: 'Alert channels', allows: 'Channels, rules, and sent alerts' },
  apiKeys: { area: 'API keys', allows: 'Service keys, the keys of all users, and webhooks' },
} as const

export type PermissionKey = keyof typeof permissions
export const permissionKeys = Object.keys(permissions) as PermissionKey[] // The table's own keys.

/** Returns the name of a key's area, or the key if this console doesn't know it. */
export function getAreaLabel(key: string): string {
  const knownKey = permissionKeys.find((one) => one === key)
  return knownKey ? permissions[knownKey].area : key
}

/** Actions in a key's area, each with its own permission: `Sizes:write`. */
export const permissionActions = [
  'read',
  'write',
  'delete',
  'export',
  'secrets',
  'reveal',
  'erase',
  'viewAs',
] as const
export type Action = (typeof permissionActions)[number]
/** Areas that store credentials; in all others, `KEY:secrets` has nothing to guard. */
const keysWithSecrets: readonly string[] = [
  'storesRead',
  'smtpSettings',
  'users',
  'payments',
  'giftCards',
  'cognito',
  'printful',
  'alertChannels',
] satisfies PermissionKey[]

/** The areas that have an action; all areas have the others. */
const keysByAction: Partial<Record<Action, readonly string[]>> = {
  secrets: keysWithSecrets,
  // Shows the masked name and email address of a member, wherever they're masked.
  reveal: ['payments'],
  // Permanently replaces the name and email address of a member everywhere.
  erase: ['dashboardRead'],
  // Shows the console as another user sees it.
  viewAs: ['users'],
}

/** Returns the actions in an area; all of them if this console doesn't know the area. */
export const getAreaActions = (key: string): Action[] =>
  permissionActions.filter(
    (action) => keysByAction[action]?.includes(key) !== false || !(key in permissions),
  )

/** Names of the actions. */
export const actionNames = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  export: 'Export',
  secrets: 'Secrets',
  reveal: 'Personal data',
  erase: 'Erase',
  viewAs: 'View as',
} as const satisfies Record<Action, string>
export type Permission = `${PermissionKey}:${Action}`

/** Permissions in one area, in the order of the matrix. */
export type AreaPermissions = { key: string; actions: Action[] }

/** Groups permissions by area: the table's areas first, then others that a platform has. */
export function groupByArea(permissionList: readonly string[]): AreaPermissions[] {
  const keys = new Set([
    ...permissionKeys,
    ...permissionList.map((permission) => permission.replace(/:.*/, '')),
  ])
  return [...keys]
    .map((key) => ({
      key,
      actions: getAreaActions(key).filter((action) => can(permissionList, key, action)),
    }))
    .filter(({ actions }) => actions.length > 0)
}

/** Formats actions for a sentence: `read, write`. */
export const formatActions = (actions: readonly Action[]): string =>
  actions.map((action) => actionNames[action].toLowerCase()).join(', ')

/** Formats a permission for a sentence: `Colors and training: write`; a bare key is its area. */
export function formatPermission(permission: string): string {
  const [key = '', action] = permission.split(':')
  return action === undefined ? getAreaLabel(key) : `${getAreaLabel(key)}: ${action}`
}

/** Adds each permission's key and `KEY:read`: any permission in an area includes reading. */
export const addReadPermissions = (permissionList: readonly string[]): string[] => [
  ...new Set(
    permissionList.flatMap((permission) => {
      const [key = ''] = permission.split(':')
      return [key, `${key}:read`, permission]
    }),
  ),
]
