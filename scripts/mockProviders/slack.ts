import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

/** The values to enter in the console. */
export const slackSettings = {
  path: '/services/T000/B000/mockProvider',
  token: 'xoxb-mock-provider-0000000000',
  channel: 'C0STANDIN',
}

/** A message in the channel. Only an app's messages have a `ts`, and a `thread_ts` if it's a reply. */
type SlackMessage = { text: string; ts?: string; thread_ts?: string } & Record<string, unknown>

type SlackState = {
  /** The accepted messages, first to last, with their updates. */
  messages: SlackMessage[]
  /** The status of every response, if calls are to be rejected. */
  errorStatus: number | null
  /** The error that the Web API reports, such as `invalid_auth` or `ratelimited`. */
  error: string | null
  /** The error that only messages get, such as `channel_not_found` or `not_in_channel`. */
  postError: string | null
}

/** Slack's response to an app that calls too often. */
const rateLimitReply: Reply = {
  status: 429,
  headers: { 'retry-after': '30' },
  body: { ok: false, error: 'ratelimited' },
}

const buildSlackError = (error: string): Reply => ({ body: { ok: false, error } })

/** Starts Slack: an incoming webhook, and the methods of the Web API that an app needs for threads. */
export async function startSlack(port = 0) {
  const state: SlackState = { messages: [], errorStatus: null, error: null, postError: null }
  const server = await serveJson(
    'slack',
    (request) => {
      if (state.errorStatus !== null)
        return { status: state.errorStatus, body: { message: 'Rejected' } }
      const body = JSON.parse(request.body) as Record<string, unknown> // Our client sends objects.
      const method = /^\/api\/([\w.]+)$/.exec(request.url.pathname)?.[1]
      return method === undefined
        ? acceptWebhook(state, request, body)
        : handleApiCall(state, { method, token: request.headers.authorization, body })
    },
    port,
  )
  return { ...server, state }
}

function acceptWebhook(
  state: SlackState,
  { url }: JsonRequest,
  body: Record<string, unknown>,
): Reply {
  if (url.pathname !== slackSettings.path) return { status: 404, body: 'no_service' }
  const { text } = body
  if (typeof text !== 'string') return { status: 400, body: 'invalid_payload' }
  state.messages.push({ ...body, text })
  return { body: 'ok' }
}

type ApiCall = { method: string; token: string | undefined; body: Record<string, unknown> }

function handleApiCall(state: SlackState, { method, token, body }: ApiCall): Reply {
  if (state.error === 'ratelimited') return rateLimitReply
  if (state.error !== null) return buildSlackError(state.error)
  if (token !== `Bearer ${slackSettings.token}`) return buildSlackError('invalid_auth')
  if (method === 'auth.test')
    return { body: { ok: true, team: 'Mock provider', user: 'alerts', bot_id: 'B0STANDIN' } }
  if (state.postError !== null) return buildSlackError(state.postError)
  const { channel, text, ts, ...rest } = body
  if (channel !== slackSettings.channel) return buildSlackError('channel_not_found')
  if (typeof text !== 'string') return buildSlackError('no_text')
  if (method === 'chat.postMessage') {
    const posted = { ...rest, text, ts: createTimestamp(state) }
    state.messages.push(posted)
    return { body: { ok: true, channel, ts: posted.ts, message: posted } }
  }
  if (method !== 'chat.update') return buildSlackError('unknown_method')
  const message = state.messages.find((one) => one.ts === ts)
  if (!message) return buildSlackError('message_not_found')
  Object.assign(message, { ...rest, text })
  return { body: { ok: true, channel, ts, text } }
}

/** Slack identifies a message by its time in seconds, with six decimals. */
const createTimestamp = ({ messages }: SlackState): string =>
  `1700000000.${String(messages.length + 1).padStart(6, '0')}`
