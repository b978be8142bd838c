import { explainInvalidEmail, isEmail, normalizeEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { importMessages } from './messages.ts'

const maxQuoteLength = 60

/** Quotes a text that isn't an email address and says what to change; null if it's valid. */
export function describeInvalidEmail(text: string): string | null {
  const email = normalizeEmail(normalizeLine(text))
  if (isEmail(email)) return null
  const shortened = email.length > maxQuoteLength ? `${email.slice(0, maxQuoteLength)}...` : email
  const change = explainInvalidEmail(email)
  const sentence = importMessages.notEmail(shortened)
  return change === undefined ? sentence : `${sentence} ${change}`
}

/**
 * Quotes cells that should be email addresses, since a field's name says too little in a list of a
 * thousand errors.
 */
export const quoteEmailsInErrors = (
  fields: Fields,
  errors: ValidationErrors,
  getCellText: (name: string) => string,
): ValidationErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      const cell = getCellText(name)
      const quoted = fields[name]?.pattern?.email && cell !== '' ? describeInvalidEmail(cell) : null
      return [name, quoted ?? error]
    }),
  )
