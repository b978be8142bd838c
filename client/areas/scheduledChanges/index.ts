import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as scheduledChanges from './ScheduledChanges.tsx'

export const screens: AreaScreens<'scheduledChanges'> = {
  '/scheduledChanges': scheduledChanges,
}
