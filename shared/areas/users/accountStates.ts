import { accountMessages } from './messages.ts'

/** Statuses of an account (screens.md, Users). */
export const accountStatuses = {
  planned: accountMessages.planned,
  invited: accountMessages.invited,
  active: accountMessages.active,
  suspended: accountMessages.suspended,
  locked: accountMessages.locked,
} as const
export type AccountStatus = keyof typeof accountStatuses

/** The kinds of accounts: operators use this console (spec.md section 6), store admins never do. */
export const accountKinds = {
  operator: accountMessages.operator,
  store_admin: accountMessages.storeAdmin,
} as const
export type AccountKind = keyof typeof accountKinds

/**
 * Changes that an operator can make to an account's status. The platform rejects any other change
 * with 409.
 */
export const accountChanges = {
  suspend: { from: ['planned', 'invited', 'active', 'locked'], label: accountMessages.suspend },
  reactivate: { from: ['suspended'], label: accountMessages.reactivate },
  unlock: { from: ['locked'], label: accountMessages.unlock },
} as const satisfies Record<string, { from: readonly AccountStatus[]; label: string }>
export type AccountChange = keyof typeof accountChanges

export const isAccountChange = (name: string): name is AccountChange =>
  Object.hasOwn(accountChanges, name)

/** Returns the changes that this status allows. */
export const getAllowedAccountChanges = (status: unknown): AccountChange[] =>
  (Object.keys(accountChanges) as AccountChange[]).filter((name) =>
    (accountChanges[name].from as readonly unknown[]).includes(status),
  ) // The table's keys are its names.

/** Whether a link sets the first password or a new one. */
export type LinkPurpose = 'invitation' | 'password'

/** The states of a password link and their events. The machine and the platform read this table. */
export const linkStates = {
  none: { make: 'open' },
  open: { make: 'open', accept: 'accepted', expire: 'expired', withdraw: 'withdrawn' },
  expired: { make: 'open' },
  withdrawn: { make: 'open' },
  accepted: { make: 'open' },
} as const satisfies Record<string, Partial<Record<LinkEvent, string>>>
export type LinkState = keyof typeof linkStates
export type LinkEvent = 'make' | 'accept' | 'expire' | 'withdraw'

/** Returns the next state; null if the state doesn't allow the event. */
export function getNextLinkState(state: LinkState, event: LinkEvent): LinkState | null {
  const allowed: Partial<Record<LinkEvent, LinkState>> = linkStates[state]
  return allowed[event] ?? null
}
