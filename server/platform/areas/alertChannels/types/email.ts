import { sql } from 'kysely'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import { enqueueEmail } from '#server/platform/areas/email/index.ts'
import { buildAlertLink, findLinkRecipient } from '../alertLinks.ts'
import type { LinkRecipient } from '../alertLinks.ts'
import { limitItems, writeItemDetail, writeItemTitle, writeSubject } from '../channelMessage.ts'
import type { ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts, channelTestMessages } from '../messages.ts'

const maxSubjectLength = 200

function writeText(message: ChannelMessage): string {
  const { listed, more } = limitItems(message)
  const paragraphs = listed.map((item) =>
    [
      writeItemTitle(item),
      writeItemDetail(item),
      item.event === 'fixed' ? '' : item.url,
      item.responseUrl === null ? '' : channelMessageTexts.respondAt(item.responseUrl),
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return [
    ...paragraphs,
    ...(more > 0 ? [channelMessageTexts.more(more)] : []),
    `${channelMessageTexts.openAll}: ${message.url}`,
  ].join('\n\n')
}

/** Makes the links to alerts personal, for an operator's own address. */
const withPersonalLinks = (
  { platform }: ChannelContext,
  message: ChannelMessage,
  recipient: LinkRecipient | null,
): ChannelMessage => ({
  ...message,
  items: message.items.map((item) =>
    item.alertId === null || !recipient
      ? item
      : {
          ...item,
          responseUrl: buildAlertLink(platform, {
            alertId: item.alertId,
            recipient,
            at: message.at,
          }),
        },
  ),
})

/** Queues an email to each recipient, all or none. The email queue retries each on its own. */
async function enqueueEmails(
  { platform, record }: ChannelContext,
  writeEmail: (recipient: LinkRecipient | null) => { subject: string; text: string },
): Promise<void> {
  const recipients = Array.isArray(record['recipients']) ? record['recipients'].map(String) : []
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const context = { trx, platform, now: platform.now().toISOString() }
    const wakes = []
    for (const to of recipients) {
      const email = writeEmail(await findLinkRecipient(trx, to))
      wakes.push(await enqueueEmail(context, { to, kind: 'alert', ...email }))
    }
    return wakes.at(-1)
  })
  await wakeQueue?.()
}

/** Emails through the platform default SMTP setting. */
export const email: ChannelTypeDefinition = {
  async connect({ platform }) {
    const { rows } = await sql<{ state: string; name: string; paused: boolean }>`
      select state, name, paused from smtp_settings where scope = 'platform'`.execute(platform.db)
    const [setting] = rows
    if (!setting) return failStep('NO_SETTING', channelTestMessages.noSmtpSetting)
    if (setting.paused) return failStep('PAUSED', channelTestMessages.smtpPaused(setting.name))
    return setting.state === 'active' || setting.state === 'degraded'
      ? passStep(channelTestMessages.smtpActive(setting.name))
      : failStep('NOT_ACTIVE', channelTestMessages.smtpInactive(setting.name))
  },
  send: (context, message) =>
    enqueueEmails(context, (recipient) => ({
      subject: writeSubject(message).slice(0, maxSubjectLength),
      text: writeText(withPersonalLinks(context, message, recipient)),
    })),
  sendTest: (context) => {
    const text = channelMessageTexts.test(String(context.record['name']))
    return enqueueEmails(context, () => ({ subject: text.slice(0, maxSubjectLength), text }))
  },
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
