import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import type {
  OutgoingRequest,
  OutgoingResponse,
} from '#server/platform/core/outgoing/sendRequest.ts'
import { passStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { ChannelError } from './channelType.ts'
import type { ChannelContext } from './channelType.ts'
import { channelTestMessages } from './messages.ts'

type JsonMessage = { url: string; headers?: Record<string, string>; body: string } & Pick<
  OutgoingRequest,
  'provider'
>

/**
 * Posts JSON to a channel, and resolves with a response whose status is a success. Rejects with a
 * `ChannelError` if the channel rejected it.
 */
export async function postMessage(
  { platform, signal }: ChannelContext,
  { headers, ...message }: JsonMessage,
): Promise<OutgoingResponse> {
  const response = await platform.outgoing.request({
    ...message,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(signal ? { signal } : {}),
  })
  const { status } = response
  if (status >= 200 && status < 300) return response
  const seconds = Number(response.headers['retry-after'])
  if (status === 429)
    throw new ChannelError(
      'RATE_LIMITED',
      channelTestMessages.rateLimited,
      Number.isFinite(seconds) ? { retryAfter: seconds } : {},
    )
  if (isDefiniteRejection(status))
    throw new ChannelError(`HTTP_${status}`, channelTestMessages.rejected(status))
  throw new NetworkError(`HTTP_${status}`, channelTestMessages.serverError(status))
}

/** Opens a connection to the host of a URL, and closes it. */
export async function checkUrl({ platform }: ChannelContext, text: string): Promise<StepResult> {
  const url = new URL(text)
  const encrypted = url.protocol === 'https:'
  const port = Number(url.port) || (encrypted ? 443 : 80)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const socket = await platform.outgoing.connect({ host, port, purpose: 'web', encrypted })
  socket.destroy()
  return passStep(channelTestMessages.connected(url.hostname))
}
