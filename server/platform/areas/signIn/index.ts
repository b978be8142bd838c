import { defineArea } from '#server/platform/core/area/area.ts'
import { accountCalls } from './accountCalls.ts'
import { factorCalls } from './factors/factorCalls.ts'
import { buildGoogleCall } from './google.ts'

export const signInArea = defineArea({
  name: 'signIn',
  calls: ({ google }) => [
    ...accountCalls,
    ...factorCalls,
    ...(google ? [buildGoogleCall(google)] : []),
  ],
  sealedColumns: [{ table: 'totpSecrets', column: 'secret', sealed: 'secretSealed' }],
})

// What other areas use.
export { findDevice, parseDevices } from './devices.ts'
export { unlinkProviders } from './unlinkProviders.ts'
export { deleteFactors } from './factors/accountFactors.ts'
export {
  respondToSignIn,
  createFactorDemand,
  createSecondFactorError,
} from './factors/completeSignIn.ts'
export { recordSignInDevice } from './recordSignInDevice.ts'
export { validatePassword } from './passwordRules.ts'
export { findUserByEmail, lockActiveUserById } from './userRecords.ts'
