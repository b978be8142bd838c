import { optional, select, text } from '#shared/engine/fields/fields.ts'
import { resetPasswordMessages } from '../signIn/passwordMessages.ts'
import { accountChanges, accountKinds } from './accountStates.ts'
import { accountLabels } from './messages.ts'

/** Why an account is suspended or reactivated. */
export const accountReason = text(accountLabels.reason, { max: 500 })

/** What a change of an account's status asks for. */
export const accountChangeFields = {
  change: select(
    accountLabels.change,
    Object.fromEntries(Object.entries(accountChanges).map(([name, { label }]) => [name, label])),
  ),
  reason: optional(accountReason),
}

export const kindField = select(accountLabels.kind, accountKinds, { initial: 'operator' })

/** A password that a person chooses; the platform has more rules (accounts/passwordRules.ts). */
export const newPassword = text(accountLabels.password, {
  min: 12,
  max: 1024,
  hint: resetPasswordMessages.rule,
})

/** So many wrong passwords in a row on a known device, within so many hours of the first, lock an account. */
export const lockAfter = { failures: 15, hours: 24 } as const

/** How long a link works, in days. */
export const linkDays = 7
