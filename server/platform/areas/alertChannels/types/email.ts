import { enqueueEmail } from '#server/platform/areas/email/index.ts'
import { findQuietUsers, saveWaitingMessages } from '#server/platform/areas/notifications/index.ts'
import { findLinkRecipient } from '../alertLinks.ts'
import type { ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import {
  checkSmtpSetting,
  toWaitingMessages,
  withPersonalLinks,
  formatEmail,
  formatTestEmail,
} from '../emailText.ts'

const getRecipients = ({ record }: ChannelContext): string[] =>
  Array.isArray(record['recipients']) ? record['recipients'].map(String) : []

/**
 * Queues an email to each recipient, all or none. Alerts wait for users with quiet hours now. The
 * email queue retries each email on its own.
 */
async function enqueueAlertEmails(context: ChannelContext, message: ChannelMessage): Promise<null> {
  const { platform } = context
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const now = platform.now().toISOString()
    const recipients = getRecipients(context)
    const quietUsers = await findQuietUsers(trx, recipients, now)
    const wakes = []
    for (const to of recipients) {
      const userId = quietUsers.get(to)
      const own = withPersonalLinks(platform, message, await findLinkRecipient(trx, to))
      if (userId !== undefined) await saveWaitingMessages(trx, userId, toWaitingMessages(own), now)
      else {
        const email = { to, kind: 'alert', ...formatEmail(own) } as const
        wakes.push(await enqueueEmail({ trx, platform, now }, email))
      }
    }
    return wakes.at(-1)
  })
  await wakeQueue?.()
  return null
}

/** Queues a test email to each recipient, also to those with quiet hours. */
async function enqueueTestEmails(context: ChannelContext): Promise<void> {
  const { platform, record } = context
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const now = platform.now().toISOString()
    const wakes = []
    for (const to of getRecipients(context)) {
      const email = { to, kind: 'alert', ...formatTestEmail(record['name']) } as const
      wakes.push(await enqueueEmail({ trx, platform, now }, email))
    }
    return wakes.at(-1)
  })
  await wakeQueue?.()
}

/** Emails through the platform default SMTP setting. */
export const email: ChannelTypeDefinition = {
  connect: ({ platform }) => checkSmtpSetting(platform.db),
  send: enqueueAlertEmails,
  sendTest: enqueueTestEmails,
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
