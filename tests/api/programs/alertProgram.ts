import { refreshDeliveries } from '#server/platform/areas/alertChannels/refreshDeliveries.ts'
import { sendDueMessages } from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { openKilledPlatform } from './openKilledPlatform.ts'

/**
 * This program sends alerts to channels, as the queue does, and kills itself at the point in KILL.
 * SLACK is the URL of Slack's Web API.
 */
const { SLACK = '' } = process.env
const { platform, close } = await openKilledPlatform({
  endpoints: { slack: SLACK },
  consoleOrigin: 'https://console.example.com',
})
const now = platform.now().toISOString()
await platform.db.transaction().execute((trx) => refreshDeliveries(trx, now))
await sendDueMessages(platform)
await close()
