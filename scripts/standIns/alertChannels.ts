import { Webhook } from 'standardwebhooks'
import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

/** The state of a channel's stand-in. */
type ChannelState = {
  /** What it accepted, first to last. */
  messages: unknown[]
  /** The status of every response, if messages are to be rejected. */
  fails: number | null
}

/** The values to enter in the console. */
export const usualChannels = {
  teamsPath: '/workflows/standIn/triggers/manual',
  integrationKey: 'standIn0000000000000000000000000',
  signingSecret: `whsec_${Buffer.from('the secret of the stand-in').toString('base64')}`,
}

/** Starts a server that collects the messages that `accept` finds valid. */
async function startChannel(
  name: string,
  port: number,
  accept: (request: Asked, body: Record<string, unknown>) => Reply,
) {
  const state: ChannelState = { messages: [], fails: null }
  const server = await serveJson(
    name,
    (request) => {
      if (state.fails !== null) return { status: state.fails, body: { message: 'Refused' } }
      const body = JSON.parse(request.body) as Record<string, unknown> // Our client sends objects.
      const reply = accept(request, body)
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
    if (url.pathname !== usualChannels.teamsPath) return { status: 404, body: undefined }
    return { status: Array.isArray(attachments) ? 202 : 400, body: undefined }
  })

/** Starts PagerDuty's Events API v2. `messages` has every event, also those that it recognizes. */
export const startPagerDuty = (port = 0) =>
  startChannel('pagerDuty', port, ({ url }, event) => {
    const isValid =
      url.pathname === '/v2/enqueue' &&
      event['routing_key'] === usualChannels.integrationKey &&
      (event['event_action'] !== 'trigger' || typeof event['payload'] === 'object')
    return isValid
      ? { status: 202, body: { status: 'success', dedup_key: event['dedup_key'] } }
      : { status: 400, body: { status: 'invalid event' } }
  })

/**
 * Starts a recipient of signed webhooks. `seen` has the IDs of their messages, by which it recognizes
 * repeated ones. It accepts any timestamp, because tests move the platform's clock.
 */
export async function startWebhook(port = 0) {
  const seen = new Set<string>()
  const webhook = new Webhook(usualChannels.signingSecret)
  const started = await startChannel('webhook', port, ({ headers, body }) => {
    const id = String(headers['webhook-id'])
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    if (headers['webhook-signature'] !== webhook.sign(id, sentAt, body))
      return { status: 401, body: { message: 'The signature is not valid' } }
    seen.add(id)
    return { body: {} }
  })
  return { ...started, seen }
}
