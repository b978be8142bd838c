import type { GuardInput } from '#shared/engine/guards.ts'
import { guardNames } from '#shared/engine/guards.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { integerSchema, nullableSchema } from '../http/schema.ts'
import { guardResultMessages } from './messages.ts'

const maxGuardPercent = 1000

/** The properties of a body that names a guard. */
export const guardProperties = {
  guard: nullableSchema({ type: 'string', enum: guardNames }),
  guardPercent: nullableSchema(integerSchema),
}

/** Validates the rise that a guard allows. */
export function validateGuard({ guard, guardPercent }: GuardInput): ValidationErrors {
  const percent = guardPercent ?? -1
  return guard && (percent < 0 || percent > maxGuardPercent)
    ? { guardPercent: guardResultMessages.percent(maxGuardPercent) }
    : {}
}

/** Returns the guard of a request as it's stored. */
export const getGuardValues = ({ guard, guardPercent }: GuardInput) => ({
  guard: guard ?? null,
  guardPercent: guard ? (guardPercent ?? null) : null,
})
