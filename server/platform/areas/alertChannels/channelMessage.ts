import type { DeliveryEvent } from '#shared/areas/alertChannels/alertDeliveries.ts'
import type { AlertSeverity } from '#shared/areas/alertChannels/alertSeverities.ts'
import { channelMessageTexts } from './messages.ts'

/** An alert in a message. */
export type AlertItem = {
  /** Identifies the message that the alert was first sent in, for providers that group by it. */
  key: string
  /** Identifies the alert. */
  subject: string
  event: DeliveryEvent
  title: string
  detail: string | null
  severity: AlertSeverity
  /** The number of stores that it concerns. */
  stores: number
  /** Where an operator fixes it, in the console. */
  url: string
  /** The alert itself; null if it's gone. */
  alertId: number | null
  /** Where an operator acknowledges, assigns, snoozes, or comments; null if there's no alert. */
  responseUrl: string | null
  /** For a fixed alert: all others with its key are fixed too. */
  closesKey: boolean
}

/** A thread at the provider, and the alerts that its first message was about, as they are now. */
export type AlertThread = {
  /** The provider's ID of the first message. */
  id: string
  /** The key of its alerts. */
  key: string
  items: readonly AlertItem[]
}

/** A thread that a message started, by the key of the alerts that it was first sent with. */
export type StartedThread = Pick<AlertThread, 'id' | 'key'>

/** A message to a channel: about one alert, or a summary of several. */
export type ChannelMessage = {
  /** The same for each attempt to send this message. */
  id: string
  /** ISO 8601. */
  at: string
  items: readonly AlertItem[]
  /** The threads of these alerts that were started before. */
  threads: readonly AlertThread[]
  /** The list of all alerts in the console. */
  url: string
}

/** Formats the subject of a message. */
export function formatSubject({ items }: Pick<ChannelMessage, 'items'>): string {
  const [first] = items
  if (items.length === 1 && first) return formatItemTitle(first)
  const count = (event: DeliveryEvent) => items.filter((item) => item.event === event).length
  return channelMessageTexts.summary({
    opened: count('opened'),
    changed: count('changed') + count('reminder') + count('escalated'),
    fixed: count('fixed'),
  })
}

/** Formats the title of an alert, with what happened to it. */
export const formatItemTitle = ({ event, severity, title }: AlertItem): string =>
  event === 'opened'
    ? channelMessageTexts.opened[severity](title)
    : channelMessageTexts.events[event](title)

/** How many alerts a summary lists. Chat messages have limits. */
const maxListedItems = 20

/** Splits a summary into the alerts that it lists, and how many more there are. */
export const splitListedItems = ({ items }: Pick<ChannelMessage, 'items'>) => ({
  listed: items.slice(0, maxListedItems),
  more: Math.max(0, items.length - maxListedItems),
})

/** Formats an alert's details, in one line; empty if there are none. */
export const formatItemDetail = ({ detail, stores, event }: AlertItem): string =>
  event === 'fixed'
    ? ''
    : [detail, stores > 0 ? channelMessageTexts.stores(stores) : null].filter(Boolean).join(' ')
