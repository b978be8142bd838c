import { optional, select, text } from '#shared/engine/fields/fields.ts'
import { resetPasswordMessages } from '../signIn/passwordMessages.ts'
import { accountChanges, accountKinds } from './accountStates.ts'
import { accountMessages } from './messages.ts'

/** Why an account is suspended or reactivated. */
export const accountReasonField = text(accountMessages.reason, { max: 500 })

/** What a change of an account's status asks for. */
export const accountChangeFields = {
  change: select(
    accountMessages.change,
    Object.fromEntries(Object.entries(accountChanges).map(([name, { label }]) => [name, label])),
  ),
  reason: optional(accountReasonField),
}

export const accountKindField = select(accountMessages.kind, accountKinds, { initial: 'operator' })

/** A password that a person chooses; the platform has more rules (accounts/passwordRules.ts). */
export const newPasswordField = text(accountMessages.password, {
  min: 12,
  max: 1024,
  hint: resetPasswordMessages.rule,
})

/** So many wrong passwords in a row on a known device, within so many hours of the first, lock an account. */
export const lockThreshold = { failures: 15, hours: 24 } as const

/** How long a link works, in days. */
export const linkLifetimeDays = 7
