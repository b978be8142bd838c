/**
 * The permission keys of spec.md section 6 and what each allows. The keys are the platform's own words, so their
 * spelling (case included) must not be tidied.
 */
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
} as const

export type Permission = keyof typeof permissions
