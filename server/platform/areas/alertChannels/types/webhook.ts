import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { formatSubject } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts } from '../messages.ts'
import { checkUrl, postMessage } from '../postMessage.ts'

/** Sends an event with the headers of Standard Webhooks (standardwebhooks.com). */
async function postEvent(context: ChannelContext, id: string, event: object): Promise<null> {
  const { secrets, platform } = context
  const body = JSON.stringify(event)
  const now = platform.now()
  const signature = new Webhook(secrets['signingSecret'] ?? '').sign(id, now, body)
  await postMessage(context, {
    url: secrets['url'] ?? '',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signature,
    },
  })
  return null
}

/** Signed webhooks. Recipients recognize a repeated message by its ID. */
export const webhook: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, context.secrets['url'] ?? ''),
  send: (context, message) =>
    postEvent(context, message.id, {
      type: 'alerts.changed',
      timestamp: message.at,
      data: {
        subject: formatSubject(message),
        url: message.url,
        alerts: message.items.map(
          ({ closesKey: _closesKey, subject: _subject, alertId: _alertId, ...item }) => item,
        ),
      },
    }),
  async sendTest(context) {
    await postEvent(context, `test-${randomUUID()}`, {
      type: 'channel.tested',
      timestamp: context.platform.now().toISOString(),
      data: { subject: channelMessageTexts.test(String(context.record['name'])) },
    })
  },
  repeatAfterMinutes: repeatMinutes.recognized,
}
