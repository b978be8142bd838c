import { text } from '../engine/fields.ts'
import { messages } from '../messages.ts'
import { signInMessages } from './signInMessages.ts'
import { errorsIn } from '../engine/validation.ts'
import type { FieldErrors } from '../engine/validation.ts'

/** The two fields of the sign-in form (screens.md, Login). */
export const signInFields = {
  email: text(signInMessages.email, {
    max: 254,
    pattern: {
      matches: /^[^\s@]+@[^\s@]+$/,
      message: messages.validation.invalid(signInMessages.email),
    },
  }),
  password: text(signInMessages.password, { max: 1024 }),
}

/** What keeps the credentials from being sent at all; the password is never trimmed. */
export const fieldErrorsOf = (credentials: { email: string; password: string }): FieldErrors =>
  errorsIn(signInFields, credentials)
