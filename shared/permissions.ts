import { may } from './may.ts'

/** The permission keys of spec.md section 6, then our own. They are the platform's words: never tidy their spelling. */
export const permissions = {
  ordersRead: 'See the dashboard and orders',
  storesRead: 'See and manage stores and their sign-on',
  modulesRead: 'See and manage themes',
  smtpSettings: 'Manage mail settings',
  dashboardRead: 'See catalogues, members, member groups and credits',
  users: 'Manage users',
  usersGroups: 'Manage user groups and grant permissions',
  Sizes: 'Manage attributes and sizes',
  Stickers: 'Manage stickers',
  Colors: 'Manage colors and training',
  payments: 'Manage payment setups and failed payments',
  giftCards: 'Manage gift card templates and setup',
  cognito: 'Manage the Cognito setup',
  printful: 'Manage print-on-demand setups',
} as const

export type Permission = keyof typeof permissions
export const permissionKeys = Object.keys(permissions) as Permission[] // They are the table's own.

/** What an area is, in words; of one that this console does not know, its key. */
export function areaLabel(key: string): string {
  const known = permissionKeys.find((one) => one === key)
  return known ? permissions[known] : key
}

/** What can be done in the area of a key, each a right of its own: `Sizes:write`. */
export const actions = ['read', 'write', 'delete', 'export', 'secrets'] as const
export type Action = (typeof actions)[number]
/** The areas that keep credentials: elsewhere there is nothing that `KEY:secrets` guards. */
const withSecrets: readonly string[] = [
  'storesRead',
  'smtpSettings',
  'users',
  'payments',
  'giftCards',
  'cognito',
  'printful',
] satisfies Permission[]

/** What there is to allow in an area; all, of one that this console does not know. */
export const actionsIn = (key: string): Action[] =>
  actions.filter(
    (action) => action !== 'secrets' || withSecrets.includes(key) || !(key in permissions),
  )

/** The same in words. */
export const actionNames = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  export: 'Export',
  secrets: 'Secrets',
} as const satisfies Record<Action, string>
export type Right = `${Permission}:${Action}`

/** The rights of one area, in the order of the matrix. */
export type AreaRights = { key: string; actions: Action[] }

/** What these rights allow, by areas: those of the table first, then what else a platform knows. */
export function byArea(rights: readonly string[]): AreaRights[] {
  const keys = new Set([...permissionKeys, ...rights.map((right) => right.replace(/:.*/, ''))])
  return [...keys]
    .map((key) => ({
      key,
      actions: actionsIn(key).filter((action) => may(rights, key, action)),
    }))
    .filter(({ actions: held }) => held.length > 0)
}

/** Actions as a sentence has them: `read, write`. */
export const actionsInWords = (those: readonly Action[]): string =>
  those.map((action) => actionNames[action].toLowerCase()).join(', ')

/** The rights of an area in the words of the matrix: `Colors: read, write`. */
export const areaInWords = ({ key, actions: held }: AreaRights): string =>
  `${key}: ${actionsInWords(held)}`

/** These rights with the key of each, and with reading, which whoever may do anything in an area may do. */
export const withReading = (rights: readonly string[]): string[] => [
  ...new Set(
    rights.flatMap((right) => {
      const [key = ''] = right.split(':')
      return [key, `${key}:read`, right]
    }),
  ),
]
