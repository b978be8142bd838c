import { sql } from 'kysely'
import { deadlineAlerts } from '#shared/areas/calendar/deadlineAlerts.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { feedCalls } from './feedCalls.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'

export const calendarArea = defineArea({
  name: 'calendar',
  resources: [deadlines, deadlineAlerts],
  calls: feedCalls,
  visibility: {
    deadlines: createStoreIdsVisibility(
      deadlines,
      ({ callerId = 0 }) => sql<boolean>`(account_ids is null or ${callerId} = any(account_ids))`,
    ),
  },
})

// For alerts, whose refresh also updates the calendar.
export { getNoticeDays, loadNoticeDays } from './noticeDays.ts'
export { refreshDeadlines } from './refreshDeadlines.ts'
