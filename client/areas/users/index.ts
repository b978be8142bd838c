import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as users from './Users.tsx'

export const screens: AreaScreens<'users'> = {
  '/users': users,
}
