import { sendDueWebhooks } from '#server/platform/areas/webhooks/sendDueWebhooks.ts'
import { openKilledPlatform } from './openKilledPlatform.ts'

/** This program sends webhooks, as the queue does, and kills itself at the point in KILL. */
const { platform, close } = await openKilledPlatform()
await sendDueWebhooks(platform)
await close()
