import { defineArea } from '#server/platform/core/area/area.ts'
import { sendWaitingMessages } from './waitingMessages.ts'
import { preferenceCalls } from './preferenceCalls.ts'
import { sendDigests } from './sendDigests.ts'

export const notificationsArea = defineArea({
  name: 'notifications',
  calls: preferenceCalls,
  chores: [
    {
      name: 'waitingMessages',
      cron: '* * * * *',
      run: sendWaitingMessages,
      failure: "Alerts that waited for quiet hours to end couldn't be sent",
    },
    {
      name: 'digests',
      cron: '* * * * *',
      run: sendDigests,
      failure: "Digests couldn't be sent",
    },
  ],
})

// For emails that go to users, who may have quiet hours.
export { findQuietUsers, saveWaitingMessages } from './waitingMessages.ts'
