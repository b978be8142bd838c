import { formatNumber } from '#shared/format/numbers.ts'
import type { DeliveryEvent } from '#shared/areas/alertChannels/alertDeliveries.ts'
import type { AlertSeverity } from '#shared/areas/alertChannels/alertSeverities.ts'
import { messages } from '#shared/messages.ts'

type ByTitle = (title: string) => string

const openedTexts: Record<AlertSeverity, ByTitle> = {
  critical: (title) => `Critical: ${title}`,
  warning: (title) => `Warning: ${title}`,
  info: (title) => `Info: ${title}`,
}

const eventTexts: Record<Exclude<DeliveryEvent, 'opened'>, ByTitle> = {
  changed: (title) => `Update: ${title}`,
  reminder: (title) => `Still open: ${title}`,
  escalated: (title) => `Not acknowledged: ${title}`,
  fixed: (title) => `Fixed: ${title}`,
}

type EventCounts = { opened: number; changed: number; fixed: number }

const countAlerts = (count: number) => (count === 1 ? '1 alert' : `${formatNumber(count)} alerts`)

/** Texts of messages to channels. */
export const channelMessageTexts = {
  opened: openedTexts,
  events: eventTexts,
  summary({ opened, changed, fixed }: EventCounts) {
    const parts = [
      ...(opened > 0 ? [`${formatNumber(opened)} new`] : []),
      ...(changed > 0 ? [`${formatNumber(changed)} still open`] : []),
      ...(fixed > 0 ? [`${formatNumber(fixed)} fixed`] : []),
    ]
    return `${countAlerts(opened + changed + fixed)}: ${parts.join(', ')}`
  },
  thread({ open, fixed }: { open: number; fixed: number }) {
    const parts = [
      ...(open > 0 ? [`${formatNumber(open)} open`] : []),
      ...(fixed > 0 ? [`${formatNumber(fixed)} fixed`] : []),
    ]
    return `${countAlerts(open + fixed)}: ${parts.join(', ')}`
  },
  stores: (count: number) =>
    count === 1 ? 'Affects 1 store.' : `Affects ${formatNumber(count)} stores.`,
  more: (count: number) => `And ${formatNumber(count)} more.`,
  open: 'Open alert',
  respond: 'Acknowledge or snooze',
  respondAt: (url: string) => `Acknowledge, assign, snooze, or comment: ${url}`,
  openAll: 'Open all alerts',
  greeting: 'Hello,',
  testSubject: (channel: string) => `Test of the alert channel ${channel}`,
  test: (channel: string) =>
    `This is a test of the alert channel ${channel}. ${messages.product} can send alerts here.`,
}

/** Texts of a channel's test and of failed deliveries. */
export const channelTestMessages = {
  titles: { connect: 'Connected', send: 'Test message sent' },
  connected: (host: string) => `${host} accepts connections.`,
  slackConnected: (app: string, workspace: string) =>
    `Slack accepts the bot token of ${app} in ${workspace}.`,
  sent: 'The test message was accepted. Check that it arrived.',
  rejected: (status: number) =>
    `The channel rejected the message with status ${status}. Check the URL or key, and that the channel still exists.`,
  serverError: (status: number) => `The channel responded with status ${status}. Try again later.`,
  rateLimited: 'The channel received too many messages. Try again in a minute.',
  noSmtpSetting: "There's no platform default SMTP setting. Create one first.",
  smtpInactive: (name: string) =>
    `The platform default SMTP setting, ${name}, isn't active. Test and activate it first.`,
  smtpPaused: (name: string) =>
    `Sending is paused in the platform default SMTP setting, ${name}. Resume it first.`,
  smtpActive: (name: string) => `Emails are sent with the SMTP setting ${name}.`,
  onCall: (user: string) => `${user} is on call.`,
  noUserOnCall: (rotation: string) =>
    `No user is on call in ${rotation}, because no account in it is active. Add an active user.`,
}

const rejectedToken = 'Slack rejected the bot token. Paste a new one.'

/** What Slack's errors mean, by the names that Slack gives them. */
export const slackErrorMessages = {
  provider: 'Slack',
  byName: {
    account_inactive: rejectedToken,
    invalid_auth: rejectedToken,
    not_authed: rejectedToken,
    token_expired: rejectedToken,
    token_revoked: rejectedToken,
    missing_scope: "The app can't send messages. Add the scope chat:write, then install it again.",
    channel_not_found:
      "Slack couldn't find the channel. Check the ID, and invite the app if the channel is private.",
    not_in_channel: "The app isn't in the channel. Invite it, then test again.",
    is_archived: 'The channel is archived. Choose another one.',
  } as Readonly<Record<string, string>>,
  other: (name: string) => `Slack rejected the call with the error ${name}.`,
  unclear: "Slack didn't say whether it accepted the message. Try again later.",
}

/** Why the link of a message doesn't work. */
export const alertLinkMessages = {
  notValid: "This link isn't complete or was changed. Open the alert from the list of alerts.",
  expired:
    'This link has expired, because links work for 7 days. Open the alert from the list of alerts.',
}

export const alertChannelMessages = {
  impact: {
    disabled: (stores: string) => `Alerts about ${stores} aren't sent to this channel.`,
    changed: (stores: string) =>
      `After you save, alerts about ${stores} are held until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Alerts about ${stores} can't be sent until you test and activate the new settings.`,
  },
  failing: (channel: string) => `Alerts aren't reaching ${channel}`,
  skipsUsers: (rotation: string) => `${rotation} skips users whose account isn't active`,
  skippedUsers: (users: readonly string[]) =>
    users.length === 1
      ? `${users[0]} can't sign in. Replace this user in the rotation.`
      : `${new Intl.ListFormat('en').format(users)} can't sign in. Replace these users in the rotation.`,
  noUserOnCall: (rotation: string) => `No user is on call in ${rotation}`,
  handover: (user: string, rotation: string) => `${user} goes on call in ${rotation}`,
  rotationAllStores:
    'On-call users get alerts about every store. Ask an operator who manages all stores.',
  onlyOperators: (users: readonly string[]) =>
    `Choose only operators. Store admins can't be on call: ${new Intl.ListFormat('en').format(users)}.`,
  endsAfterStart: 'Enter a time after the start.',
  escalationIncomplete: 'Enter both the minutes and the channel, or neither.',
  escalationGap: 'Fill in the previous escalation first.',
  escalationOrder: (minutes: number) =>
    `Enter more than ${formatNumber(minutes)} minutes, because the previous escalation comes then.`,
  failedInside: 'Something went wrong on our side.',
  notFailed: 'You can only resend failed alerts.',
  allStores: 'Alert rules can cover every store. Ask an operator who manages all stores.',
  filterNotUsable: (rule: string) => `The filter of the alert rule ${rule} no longer works`,
  filterIgnored: (reason: string) => `${reason} Until you change the filter, the rule ignores it.`,
  unreadableStores:
    "You don't have permission to view stores. Leave this blank, or ask an admin who has it.",
  unreadableAreas: (areas: readonly string[]) =>
    `Choose only areas that you can view. You can't view ${new Intl.ListFormat('en').format(areas)}.`,
}
