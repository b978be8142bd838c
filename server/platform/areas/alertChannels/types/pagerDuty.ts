import { randomUUID } from 'node:crypto'
import { alertSeverities, isAtLeast } from '#shared/areas/alertChannels/alertSeverities.ts'
import { formatSubject } from '../channelMessage.ts'
import type { AlertItem, ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts } from '../messages.ts'
import { checkUrl, postMessage } from '../postMessage.ts'

const maxSummaryLength = 1024

const getEventsUrl = ({ platform }: Pick<ChannelContext, 'platform'>) =>
  `${platform.endpoints['pagerDuty'] ?? 'https://events.pagerduty.com'}/v2/enqueue`

async function sendEvent(context: ChannelContext, event: object): Promise<void> {
  await postMessage(context, {
    url: getEventsUrl(context),
    body: JSON.stringify({ routing_key: context.secrets['integrationKey'], ...event }),
    provider: 'PagerDuty',
  })
}

const buildPayload = (context: ChannelContext, summary: string, severity: string) => ({
  summary: summary.slice(0, maxSummaryLength),
  source: new URL(context.platform.consoleOrigin).host,
  severity,
})

/**
 * Sends what happened to one incident: `trigger` opens or updates it, `resolve` closes it. PagerDuty
 * recognizes both by the key, so a repeated event changes nothing.
 */
async function sendIncident(
  context: ChannelContext,
  { at, url }: ChannelMessage,
  key: string,
  items: readonly AlertItem[],
): Promise<void> {
  if (items.some(({ closesKey }) => closesKey))
    return sendEvent(context, { event_action: 'resolve', dedup_key: key })
  const open = items.filter(({ event }) => event !== 'fixed')
  if (open.length === 0) return
  const summary = open.length === 1 ? open[0]?.title : formatSubject({ items })
  const severity = Object.keys(alertSeverities).findLast((one) =>
    open.some((item) => isAtLeast(item.severity, one)),
  )
  await sendEvent(context, {
    event_action: 'trigger',
    dedup_key: key,
    payload: {
      ...buildPayload(context, summary ?? '', severity ?? 'info'),
      timestamp: at,
      custom_details: Object.fromEntries(open.map(({ title, detail }) => [title, detail ?? ''])),
    },
    links: [{ href: open.length === 1 ? open[0]?.url : url, text: channelMessageTexts.open }],
  })
}

/** PagerDuty's Events API v2: one incident per message, resolved once all its alerts are fixed. */
export const pagerDuty: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, getEventsUrl(context)),
  async send(context, message) {
    for (const [key, items] of Map.groupBy(message.items, (item) => item.key))
      await sendIncident(context, message, key, items)
    return null
  },
  async sendTest(context) {
    const key = `test-${randomUUID()}`
    const summary = channelMessageTexts.test(String(context.record['name']))
    await sendEvent(context, {
      event_action: 'trigger',
      dedup_key: key,
      payload: buildPayload(context, summary, 'info'),
    })
    await sendEvent(context, { event_action: 'resolve', dedup_key: key })
  },
  repeatAfterMinutes: repeatMinutes.recognized,
}
