import { Webhook } from 'standardwebhooks'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

/** The state of a channel's mock provider. */
type ChannelState = {
  /** The accepted messages, first to last. */
  messages: unknown[]
  /** The status of every response, if messages are to be rejected. */
  errorStatus: number | null
}

/** The values to enter in the console. */
export const channelSettings = {
  teamsPath: '/workflows/mockProvider/triggers/manual',
  integrationKey: 'mockProvider00000000000000000000',
  signingSecret: `whsec_${Buffer.from('the secret of the mock provider').toString('base64')}`,
}

/** Starts a server that collects the messages that `accept` finds valid. */
async function startChannel(
  name: string,
  port: number,
  acceptMessage: (request: JsonRequest, body: Record<string, unknown>) => Reply,
) {
  const state: ChannelState = { messages: [], errorStatus: null }
  const server = await serveJson(
    name,
    (request) => {
      if (state.errorStatus !== null)
        return { status: state.errorStatus, body: { message: 'Rejected' } }
      const body = JSON.parse(request.body) as Record<string, unknown> // Our client sends objects.
      const reply = acceptMessage(request, body)
      if ((reply.status ?? 200) < 300) state.messages.push(body)
      return reply
    },
    port,
  )
  return { ...server, state }
}

/** Starts the webhook of a Microsoft Teams workflow. */
export const startTeams = (port = 0) =>
  startChannel('teams', port, ({ url }, { attachments }) => {
    if (url.pathname !== channelSettings.teamsPath) return { status: 404, body: undefined }
    return { status: Array.isArray(attachments) ? 202 : 400, body: undefined }
  })

/** Starts PagerDuty's Events API v2. `messages` has every event, also those that it recognizes. */
export const startPagerDuty = (port = 0) =>
  startChannel('pagerDuty', port, ({ url }, event) => {
    const isValid =
      url.pathname === '/v2/enqueue' &&
      event['routing_key'] === channelSettings.integrationKey &&
      (event['event_action'] !== 'trigger' || typeof event['payload'] === 'object')
    return isValid
      ? { status: 202, body: { status: 'success', dedup_key: event['dedup_key'] } }
      : { status: 400, body: { status: 'invalid event' } }
  })

/**
 * Starts a recipient of signed webhooks. `messageIds` has the IDs of their messages, by which it
 * recognizes repeated ones. It accepts any timestamp, because tests move the platform's clock.
 */
export async function startWebhook(port = 0) {
  const messageIds = new Set<string>()
  const webhook = new Webhook(channelSettings.signingSecret)
  const started = await startChannel('webhook', port, ({ headers, body }) => {
    const id = String(headers['webhook-id'])
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    if (headers['webhook-signature'] !== webhook.sign(id, sentAt, body))
      return { status: 401, body: { message: 'The signature is not valid' } }
    messageIds.add(id)
    return { body: {} }
  })
  return { ...started, messageIds }
}
