import { defineArea } from '#server/platform/core/area/area.ts'
import { accountCalls } from './accountCalls.ts'
import { buildGoogleCall } from './google.ts'

export const signInArea = defineArea({
  name: 'signIn',
  calls: ({ google }) => [...accountCalls, ...(google ? [buildGoogleCall(google)] : [])],
})

// What other areas use.
export { validatePassword } from './passwordRules.ts'
export { findUserByEmail } from './signIn.ts'
