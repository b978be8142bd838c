import { defineArea } from '#server/platform/core/area/area.ts'
import { dashboardCalls } from './dashboardCalls.ts'
import { foldPlatformDays } from './foldPlatformDays.ts'

export const dashboardArea = defineArea({
  name: 'dashboard',
  calls: dashboardCalls,
  chores: [
    {
      name: 'platformDays',
      cron: '* * * * *',
      run: foldPlatformDays,
      failure: "Daily totals couldn't be updated",
    },
  ],
})
