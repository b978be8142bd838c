import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as dashboard from './Dashboard.tsx'

export const screens: AreaScreens<'dashboard'> = {
  '/dashboard': dashboard,
}
