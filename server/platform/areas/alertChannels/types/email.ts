import { enqueueEmail } from '#server/platform/areas/email/index.ts'
import { findQuietUsers, saveWaitingMessages } from '#server/platform/areas/notifications/index.ts'
import type { ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { checkSmtpSetting, toWaitingMessages, writeEmail, writeTestEmail } from '../emailText.ts'

const getRecipients = ({ record }: ChannelContext): string[] =>
  Array.isArray(record['recipients']) ? record['recipients'].map(String) : []

/**
 * Queues an email to each recipient, all or none. Alerts wait for users with quiet hours now. The
 * email queue retries each email on its own.
 */
async function enqueueEmails(
  context: ChannelContext,
  content: { subject: string; text: string },
  message?: ChannelMessage,
): Promise<void> {
  const { platform } = context
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const now = platform.now().toISOString()
    const recipients = getRecipients(context)
    const quietUsers = message ? await findQuietUsers(trx, recipients, now) : new Map()
    const wakes = []
    for (const to of recipients) {
      const userId = quietUsers.get(to)
      if (message && userId !== undefined)
        await saveWaitingMessages(trx, userId, toWaitingMessages(message), now)
      else wakes.push(await enqueueEmail({ trx, platform, now }, { to, kind: 'alert', ...content }))
    }
    return wakes.at(-1)
  })
  await wakeQueue?.()
}

/** Emails through the platform default SMTP setting. */
export const email: ChannelTypeDefinition = {
  connect: ({ platform }) => checkSmtpSetting(platform.db),
  send: (context, message) => enqueueEmails(context, writeEmail(message), message),
  sendTest: (context) => enqueueEmails(context, writeTestEmail(context.record['name'])),
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
