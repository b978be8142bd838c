import { optional, select, text } from '#shared/engine/fields/fields.ts'
import { accountChanges, accountKinds } from './accountStates.ts'
import { accountMessages } from './messages.ts'

/** The reason for suspending or reactivating an account. */
export const accountReasonField = text(accountMessages.reason, { max: 500 })

/** Fields of an account's status change. */
export const accountChangeFields = {
  change: select(
    accountMessages.change,
    Object.fromEntries(Object.entries(accountChanges).map(([name, { label }]) => [name, label])),
  ),
  reason: optional(accountReasonField),
}

export const accountKindField = select(accountMessages.kind, accountKinds, { initial: 'operator' })

/**
 * Number of incorrect passwords in a row on a known device that lock an account, within this many
 * hours of the first.
 */
export const lockThreshold = { failures: 15, hours: 24 } as const

/** How long a password link works, in days. */
export const linkLifetimeDays = 7
