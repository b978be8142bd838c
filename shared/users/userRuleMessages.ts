export const userRuleMessages = {
  self: 'Nobody changes their own e-mail address, groups, stores or status. Ask somebody else who may.',
  ownLink: 'Change your own password in the menu at the top right.',
  more: 'This account holds more than yours. Only somebody who holds as much may change it.',
  notHeld: (rights: readonly string[]) =>
    `You cannot give what you do not hold yourself: ${rights.join(', ')}`,
  notReached: 'You cannot give stores that your own account is not for',
  noStore: 'Choose at least one of the stores that your own account is for',
  last: 'This is the last super administrator: an active operator for all stores with all rights must be left.',
  notFrom: (change: string, status: string) =>
    `${change} is not possible: the status of the account is ${status}.`,
  lockedBy: (failures: number) =>
    `${failures} wrong passwords in a row on a device that had signed in before`,
  noLink: 'A suspended account gets no link. Reactivate it first.',
  storeAdmin: 'A store admin is for chosen stores',
  adminGroups: (groups: readonly string[]) =>
    `A store admin is in groups that give rights and no stores: not in ${groups.join(', ')}`,
  adminsInGroup: 'Store admins are in this group: it can give them no stores',
  ssoUser: { one: 'user from an identity provider', many: 'users from identity providers' },
  builtIn: 'Built-in groups are locked. Duplicate the group and change the copy.',
  ownGroup: 'You are in this group yourself: somebody else must change it.',
  groupMore: 'This group holds more than you do. Only somebody who holds as much may change it.',
  limited:
    'A change of a user group reaches operators of all stores, and this account is for some of them. An operator for all stores can make it.',
  otherGroup: 'Other group',
  link: 'This link does not work any more: it was used, has expired, or a newer one was made. Sign in if your password is set already, else ask for another one.',
} as const
