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

/** What can be done in the area of a key, each a right of its own: `Sizes:write`. */
export const actions = ['read', 'write', 'delete', 'export', 'secrets'] as const
export type Action = (typeof actions)[number]
/** The same in words. */
export const actionNames = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  export: 'Export',
  secrets: 'Secrets',
} as const satisfies Record<Action, string>
export type Right = `${Permission}:${Action}`

/** Whether holders may act in a key's area (design.md, "Platform calls"): KEY opens reading, and all where no `KEY:...` is held. */
export function may(held: readonly string[], key: string, action: Action): boolean {
  if (held.includes(`${key}:${action}`)) return true
  const isWhole = () => !held.some((one) => one.startsWith(`${key}:`))
  return held.includes(key) && (action === 'read' || isWhole())
}

/** These rights with the key of each, and with reading, which whoever may do anything in an area may do. */
export const withReading = (rights: readonly string[]): string[] => [
  ...new Set(
    rights.flatMap((right) => {
      const [key = ''] = right.split(':')
      return [key, `${key}:read`, right]
    }),
  ),
]
