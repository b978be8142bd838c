import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'

export const calendarArea = defineArea({
  name: 'calendar',
  resources: [deadlines],
  visibility: { deadlines: createStoreIdsVisibility(deadlines) },
})

// What the refresh of alerts also keeps up to date.
export { refreshDeadlines } from './refreshDeadlines.ts'
