import { text } from '#shared/engine/fields/fields.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from './signInMessages.ts'
import { validateRequiredText } from '#shared/engine/fields/textRules.ts'

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

type SignInCredentials = { email: string; password: string }

/** Returns the errors that keep the form from being sent. The password is never trimmed. */
export const validateCredentials = (credentials: SignInCredentials): Record<string, string> =>
  Object.fromEntries(
    (['email', 'password'] as const).flatMap((name) => {
      const error = validateRequiredText(signInFields[name], credentials[name])
      return error ? [[name, error]] : []
    }),
  )
