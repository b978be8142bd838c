import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'

export const calendarArea = defineArea({
  name: 'calendar',
  resources: [deadlines],
  visibility: { deadlines: createStoreIdsVisibility(deadlines) },
})

// For the refresh of alerts, which also updates the calendar.
export { refreshDeadlines } from './refreshDeadlines.ts'
