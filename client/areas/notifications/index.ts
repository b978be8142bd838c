import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as notifications from './Notifications.tsx'

export const screens: AreaScreens<'notifications'> = {
  '/notifications': notifications,
}
