/** Fields, states, and kinds of accounts. */
export const accountMessages = {
  reason: 'Reason',
  change: 'Change',
  kind: 'Type',
  email: 'Email',
  description: 'Description',
  userGroup: { one: 'user group', many: 'user groups' },
  planned: 'Not invited',
  invited: 'Invited',
  active: 'Active',
  suspended: 'Suspended',
  locked: 'Locked',
  operator: 'Operator',
  storeAdmin: 'Store admin',
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  unlock: 'Unlock',
} as const

/** The strongest second factor of an account. */
export const secondFactorKinds = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
  none: 'None',
} as const
