import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as cognito from './Cognito.tsx'

export const screens: AreaScreens<'cognito'> = {
  '/cognitoSetup': cognito,
}
