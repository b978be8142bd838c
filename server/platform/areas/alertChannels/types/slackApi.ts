import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import { ChannelError } from '../channelType.ts'
import type { ChannelContext } from '../channelType.ts'
import { channelTestMessages, slackErrorMessages } from '../messages.ts'
import { postMessage } from '../postMessage.ts'

/** The field to check after an error that Slack names. Others concern the token or the app. */
const channelErrors = new Set(['channel_not_found', 'is_archived', 'not_in_channel'])

/** Errors after which Slack may have done what was asked. */
const unclearErrors = new Set(['fatal_error', 'internal_error', 'request_timeout'])

/**
 * Calls a method of Slack's Web API, and resolves with its response. Slack reports errors with
 * status 200. Rejects with a `ChannelError`, or with a `NetworkError` if the outcome is unknown.
 */
export async function callSlack(
  context: ChannelContext,
  method: 'auth.test' | 'chat.postMessage' | 'chat.update',
  values: object = {},
): Promise<Record<string, unknown>> {
  const origin = context.platform.endpoints['slack'] ?? 'https://slack.com'
  const response = await postMessage(context, {
    url: `${origin}/api/${method}`,
    headers: {
      authorization: `Bearer ${context.secrets['botToken']}`,
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(values),
    provider: slackErrorMessages.provider,
  })
  const answer: Record<string, unknown> = Object(parseJsonResponse(response))
  if (answer['ok'] === true) return answer
  throw toSlackError(answer['error'])
}

/** Returns an error in our own words. `error`: what Slack names it, in its response. */
function toSlackError(error: unknown): ChannelError | NetworkError {
  if (typeof error !== 'string' || !/^[a-z_]{1,60}$/.test(error) || unclearErrors.has(error))
    return new NetworkError('SLACK_UNCLEAR', slackErrorMessages.unclear)
  if (error === 'ratelimited' || error === 'rate_limited')
    return new ChannelError('RATE_LIMITED', channelTestMessages.rateLimited)
  const sentence = slackErrorMessages.byName[error] ?? slackErrorMessages.other(error)
  const field = channelErrors.has(error) ? 'slackChannel' : 'botToken'
  return new ChannelError(error.toUpperCase(), sentence, { field })
}
