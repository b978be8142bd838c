import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as permissions from './Permissions.tsx'

export const screens: AreaScreens<'users/permissions'> = {
  '/permissions': permissions,
}
