import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

/** A provider's response. The body is undefined if it isn't JSON. */
export type ProviderResponse = { status: number; body: unknown }

type ProviderRequestOptions = {
  platform: Pick<Platform, 'outgoing'>
  signal?: AbortSignal | undefined
}

/** Sends a request to a provider through `outgoing`. */
export async function sendProviderRequest(
  { platform, signal }: ProviderRequestOptions,
  { json, ...request }: OutgoingRequest & { json?: object },
): Promise<ProviderResponse> {
  const { status, body } = await platform.outgoing.request({
    ...request,
    headers: {
      accept: 'application/json',
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...request.headers,
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
    ...(signal ? { signal } : {}),
  })
  return { status, body: parseResponseBody(body) }
}

function parseResponseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

export const buildBasicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
