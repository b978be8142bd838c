import { formatNumber } from '#shared/format/numbers.ts'

/** The impact of changes to users and user groups, and why they are rejected. */
export const userMessages = {
  noFactors: 'This user has no second factor.',
  ownFactors: 'Manage your own second factors under My account.',
  notActiveUser: 'Choose an active user.',
  replacementBody: 'The body must contain "groupId", the ID of another group.',
  tokenBody: 'The body must contain "token".',
  acceptanceBody: 'The body must contain "token" and "password".',
  invitationBody: 'The body must contain "kind" and "records".',
  lose: (areas: readonly string[], actions: string) =>
    `Permissions lost: ${areas.join(', ')} (${actions})`,
  gain: (areas: readonly string[], actions: string) =>
    `Permissions gained: ${areas.join(', ')} (${actions})`,
  otherStores: 'Store access changes',
  ssoGroup: (group: string, store: string) => `${group} (only in ${store}, through SSO)`,
  signedOut: (count: number) =>
    count === 1
      ? '1 of these users will be signed out immediately.'
      : `${formatNumber(count)} of these users will be signed out immediately.`,
  groupPermissions: (count: number) =>
    count === 1 ? 'The group has 1 permission.' : `The group has ${count} permissions.`,
  groupOfAllStores: 'Users in this group can access all stores.',
} as const
