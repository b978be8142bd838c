import { sql } from 'kysely'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { messages } from '#shared/messages.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildAlertLink } from './alertLinks.ts'
import type { LinkRecipient } from './alertLinks.ts'
import {
  splitListedItems,
  formatItemDetail,
  formatItemTitle,
  formatSubject,
} from './channelMessage.ts'
import type { AlertItem, ChannelMessage } from './channelMessage.ts'
import { channelMessageTexts, channelTestMessages } from './messages.ts'

const maxSubjectLength = 200

/** Converts the alerts of a message, so that they can wait for the end of quiet hours. */
export const toWaitingMessages = ({ items }: Pick<ChannelMessage, 'items'>) =>
  items.map((item) => ({
    key: item.subject,
    title: formatItemTitle(item),
    details: formatItemLines(item),
  }))

/** Writes the lines below an alert's title: its details, and where to fix it or respond to it. */
const formatItemLines = (item: AlertItem): string[] =>
  [
    formatItemDetail(item),
    item.event === 'fixed' ? '' : item.url,
    item.responseUrl === null ? '' : channelMessageTexts.respondAt(item.responseUrl),
  ].filter(Boolean)

/** Makes the links to alerts personal, for an operator's own address. */
export const withPersonalLinks = (
  platform: Pick<Platform, 'secrets' | 'consoleOrigin'>,
  message: ChannelMessage,
  recipient: LinkRecipient | null,
): ChannelMessage => ({
  ...message,
  items: message.items.map((item) => {
    const { alertId } = item
    if (alertId === null || !recipient) return item
    return {
      ...item,
      responseUrl: buildAlertLink(platform, { alertId, recipient, at: message.at }),
    }
  }),
})

/** Formats a message as an email. */
export function formatEmail(message: ChannelMessage): { subject: string; text: string } {
  const { listed, more } = splitListedItems(message)
  const paragraphs = listed.map((item) =>
    [formatItemTitle(item), ...formatItemLines(item)].join('\n'),
  )
  const text = [
    channelMessageTexts.greeting,
    ...paragraphs,
    ...(more > 0 ? [channelMessageTexts.more(more)] : []),
    `${channelMessageTexts.openAll}: ${message.url}`,
    `${messages.product}\n`,
  ].join('\n\n')
  return { subject: formatSubject(message).slice(0, maxSubjectLength), text }
}

/** Formats the email of a channel's test. */
export function formatTestEmail(channel: unknown): { subject: string; text: string } {
  const name = String(channel)
  const text = [
    channelMessageTexts.greeting,
    channelMessageTexts.test(name),
    `${messages.product}\n`,
  ].join('\n\n')
  return { subject: channelMessageTexts.testSubject(name).slice(0, maxSubjectLength), text }
}

/** Checks that the platform default SMTP setting sends emails. */
export async function checkSmtpSetting(db: Connection): Promise<StepResult> {
  const { rows } = await sql<{ state: string; name: string; paused: boolean }>`
    select state, name, paused from smtp_settings where scope = 'platform'`.execute(db)
  const [setting] = rows
  if (!setting) return failStep('NO_SETTING', channelTestMessages.noSmtpSetting)
  if (setting.paused) return failStep('PAUSED', channelTestMessages.smtpPaused(setting.name))
  return setting.state === 'active' || setting.state === 'degraded'
    ? passStep(channelTestMessages.smtpActive(setting.name))
    : failStep('NOT_ACTIVE', channelTestMessages.smtpInactive(setting.name))
}
