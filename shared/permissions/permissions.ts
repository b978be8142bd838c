import { can } from './can.ts'

/** The permission keys of spec.md section 6, then our own, each with its area in words and what lies in it. They are the platform's words: never tidy their spelling. */
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
} as const

export type PermissionKey = keyof typeof permissions
export const permissionKeys = Object.keys(permissions) as PermissionKey[] // They are the table's own.

/** The area of a key in words; of one that this console does not know, the key. */
export function getAreaLabel(key: string): string {
  const known = permissionKeys.find((one) => one === key)
  return known ? permissions[known].area : key
}

/** What can be done in the area of a key, each a right of its own: `Sizes:write`. */
export const permissionActions = ['read', 'write', 'delete', 'export', 'secrets'] as const
export type Action = (typeof permissionActions)[number]
/** The areas that keep credentials: elsewhere there is nothing that `KEY:secrets` guards. */
const keysWithSecrets: readonly string[] = [
  'storesRead',
  'smtpSettings',
  'users',
  'payments',
  'giftCards',
  'cognito',
  'printful',
] satisfies PermissionKey[]

/** What there is to allow in an area; all, of one that this console does not know. */
export const getActions = (key: string): Action[] =>
  permissionActions.filter(
    (action) => action !== 'secrets' || keysWithSecrets.includes(key) || !(key in permissions),
  )

/** The same in words. */
export const actionNames = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  export: 'Export',
  secrets: 'Secrets',
} as const satisfies Record<Action, string>
export type Permission = `${PermissionKey}:${Action}`

/** The rights of one area, in the order of the matrix. */
export type AreaPermissions = { key: string; actions: Action[] }

/** What these rights allow, by areas: those of the table first, then what else a platform knows. */
export function groupByArea(rights: readonly string[]): AreaPermissions[] {
  const keys = new Set([...permissionKeys, ...rights.map((right) => right.replace(/:.*/, ''))])
  return [...keys]
    .map((key) => ({
      key,
      actions: getActions(key).filter((action) => can(rights, key, action)),
    }))
    .filter(({ actions: held }) => held.length > 0)
}

/** Actions as a sentence has them: `read, write`. */
export const formatActions = (those: readonly Action[]): string =>
  those.map((action) => actionNames[action].toLowerCase()).join(', ')

/** A right as a sentence has it: `Colors and training: write`; of a key alone, its area. */
export function formatPermission(right: string): string {
  const [key = '', action] = right.split(':')
  return action === undefined ? getAreaLabel(key) : `${getAreaLabel(key)}: ${action}`
}

/** These rights with the key of each, and with reading, which whoever may do anything in an area may do. */
export const addReadPermissions = (rights: readonly string[]): string[] => [
  ...new Set(
    rights.flatMap((right) => {
      const [key = ''] = right.split(':')
      return [key, `${key}:read`, right]
    }),
  ),
]
