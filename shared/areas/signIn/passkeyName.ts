import { text } from '#shared/engine/fields/fields.ts'
import { factorSignInMessages } from './secondFactorMessages.ts'

/** The name of a passkey, which distinguishes its owner's devices. */
export const passkeyNameField = text(factorSignInMessages.passkeyName, {
  max: 60,
  hint: factorSignInMessages.passkeyNameHint,
})
