import { accountMessages } from './messages.ts'

/** The states of an account (screens.md, Users). */
export const accountStatuses = {
  planned: accountMessages.planned,
  invited: accountMessages.invited,
  active: accountMessages.active,
  suspended: accountMessages.suspended,
  locked: accountMessages.locked,
} as const
export type AccountStatus = keyof typeof accountStatuses

/** With these one stays signed in: guesses of a stranger, which lock an account, end nobody's work. */
export const signedInStatuses = ['active', 'locked'] as const satisfies readonly AccountStatus[]

/** Who an account is for: operators use this console (spec.md section 6), store admins never do. */
export const accountKinds = {
  operator: accountMessages.operator,
  store_admin: accountMessages.storeAdmin,
} as const
export type AccountKind = keyof typeof accountKinds

/** Where a token counts: an operator's at the console's API, a store admin's only at their stores. */
export type TokenAudience = 'console' | 'store'

/** What an operator may do to an account's status; the platform refuses everything else with 409. */
export const accountChanges = {
  suspend: { from: ['planned', 'invited', 'active', 'locked'], label: accountMessages.suspend },
  reactivate: { from: ['suspended'], label: accountMessages.reactivate },
  unlock: { from: ['locked'], label: accountMessages.unlock },
} as const satisfies Record<string, { from: readonly AccountStatus[]; label: string }>
export type AccountChange = keyof typeof accountChanges

export const isAccountChange = (name: string): name is AccountChange =>
  Object.hasOwn(accountChanges, name)

/** The changes that an account of this status allows. */
export const getAccountChanges = (status: unknown): AccountChange[] =>
  (Object.keys(accountChanges) as AccountChange[]).filter((name) =>
    (accountChanges[name].from as readonly unknown[]).includes(status),
  ) // The keys of the table are its names.

/** What a link sets a password for: the first one, or another. */
export type LinkPurpose = 'invitation' | 'password'

/** The states of a link that sets a password, and what may happen to it in each: the machine and the platform read this. */
export const linkStates = {
  none: { make: 'open' },
  open: { make: 'open', accept: 'accepted', expire: 'expired', withdraw: 'withdrawn' },
  expired: { make: 'open' },
  withdrawn: { make: 'open' },
  accepted: { make: 'open' },
} as const satisfies Record<string, Partial<Record<LinkEvent, string>>>
export type LinkState = keyof typeof linkStates
export type LinkEvent = 'make' | 'accept' | 'expire' | 'withdraw'

/** Where an event leads; null where the state does not allow it. */
export function getNextLinkState(state: LinkState, event: LinkEvent): LinkState | null {
  const allowed: Partial<Record<LinkEvent, LinkState>> = linkStates[state]
  return allowed[event] ?? null
}
