import { formatPermission } from '#shared/permissions/permissions.ts'

export const userRuleMessages = {
  limitedPolicy: 'Only operators who manage all stores can change who needs a second factor.',
  self: "You can't change your own email address, groups, stores, or status. Ask another user who can manage users.",
  ownLink:
    "You can't create a link for your own account. Change your password in the menu at the top right.",
  more: "This account has permissions or stores that you don't have. Ask someone who has them to change it.",
  notHeld: (permissions: readonly string[]) =>
    `You can't grant permissions that you don't have: ${permissions.map(formatPermission).join(', ')}.`,
  notReached: "You can't give access to stores that you can't access.",
  noStore: 'Choose at least one store that you can access.',
  last: 'This is the last super administrator. Keep at least one active operator with all permissions for all stores.',
  notFrom: (change: string, status: string) =>
    `You can't ${change.toLowerCase()} this account because its status is ${status}.`,
  lockedBy: (failures: number) =>
    `${failures} incorrect passwords in a row from a device that had signed in before`,
  noLink: "You can't create a link for a suspended account. Reactivate the account first.",
  storeAdmin: "Choose at least one store. Store admins can't have access to all stores.",
  adminGroups: (groups: readonly string[]) =>
    `Store admins can't be in built-in groups or groups that give access to stores: ${groups.join(', ')}.`,
  adminsInGroup: "This group has store admins, so it can't give access to stores.",
  ssoUser: { one: 'user from an identity provider', many: 'users from identity providers' },
  builtIn: "You can't change built-in groups. Duplicate the group and change the copy.",
  ownGroup:
    "You're in this group, so you can't change it. Ask another user who can manage user groups.",
  groupMore:
    "This group has permissions that you don't have. Ask someone who has them to change it.",
  limited: 'User groups affect operators in all stores. Ask an operator who manages all stores.',
  otherGroup: 'Other group',
  link: 'This link was already used, has expired, or was replaced. Sign in if you already set your password, or ask for a new link.',
} as const
