import { text } from '#shared/engine/fields/fields.ts'
import { resetPasswordMessages } from './passwordMessages.ts'

/**
 * A password that a user chooses. The platform has more rules
 * (server/platform/areas/signIn/passwordRules.ts).
 */
export const newPasswordField = text(resetPasswordMessages.fields.password, {
  min: 12,
  max: 1024,
  hint: resetPasswordMessages.rule,
})
