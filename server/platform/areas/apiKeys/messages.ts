import { formatPermission } from '#shared/permissions/permissions.ts'

const formatPermissions = (permissions: readonly string[]) =>
  new Intl.ListFormat('en').format(permissions.map(formatPermission))

export const apiKeyMessages = {
  noPermissions: 'Select at least one permission.',
  notForKeys: (permissions: readonly string[]) =>
    `API keys can't have these permissions: ${formatPermissions(permissions)}.`,
  notOwn: (permissions: readonly string[]) =>
    `Select only permissions that you have. You don't have: ${formatPermissions(permissions)}.`,
  otherStores: 'Choose only stores that you have access to.',
  networkNotValid: (network: string) =>
    `${network} isn't a network. Enter an address such as 192.0.2.7, or a network such as 192.0.2.0/24 with a prefix of /8 or longer.`,
  expiresPast: 'Enter a date in the future.',
  expiresLate: 'Enter a date within one year from now.',
  serviceKeys: 'Creating a service key',
  notActive: 'This API key has expired or was revoked. Create a new one instead.',
  onlyOwner: 'Only the owner can rotate an API key, because the new key is shown once.',
  onlyOwnerChanges:
    'Only the owner can change an API key, because it has some of their permissions.',
  revokeOthers: "Revoking someone else's API key",
  deadline: (name: string) => `API key ${name} expires`,
  what: 'API key',
} as const
