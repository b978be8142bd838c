import { text } from '#shared/engine/fields/fields.ts'

/** The name of a passkey, which tells its owner's devices apart. */
export const passkeyNameField = text('Name', { max: 60, hint: 'For example, Work laptop.' })
