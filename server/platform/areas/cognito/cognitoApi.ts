import { AwsV4Signer } from 'aws4fetch'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

export type UserPool = { region: string; userPoolId: string }
export type AwsKeys = { accessKeyId: string; secretAccessKey: string }

/**
 * An error response from AWS. `type` is AWS's name for the error, such as
 * `ResourceNotFoundException`.
 */
export class CognitoError extends Error {
  override name = 'CognitoError'
  readonly type: string
  constructor(errorType: string, message: string) {
    super(message)
    this.type = errorType
  }
}

/**
 * Named in network errors instead of the host: operators choose a region, they don't enter a URL.
 */
export const awsProvider = 'AWS'
/** The key of the error's name in an AWS response. */
const errorTypeKey = '__type'
const AwsErrorBody = type({ [errorTypeKey]: string() })
const targetPrefix = 'AWSCognitoIdentityProviderService'

/**
 * Returns the URL of the service in a region. The region replaces `{region}` in the platform's
 * setting.
 */
export const getCognitoUrl = (
  { cognitoEndpoint }: Platform,
  { region }: Pick<UserPool, 'region'>,
) => cognitoEndpoint.replace('{region}', region)

/**
 * Sends one request, signed if there are keys (AWS, "Making API requests"). Rejects with
 * `CognitoError` or `NetworkError`.
 */
export async function sendCognitoRequest(
  platform: Platform,
  { region }: UserPool,
  call: { action: string; body: object; keys?: AwsKeys; signal?: AbortSignal },
): Promise<unknown> {
  const { action, keys, signal } = call
  const url = `${getCognitoUrl(platform, { region })}/`
  const body = JSON.stringify(call.body)
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `${targetPrefix}.${action}`,
  }
  const signedRequest = keys
    ? await new AwsV4Signer({
        ...keys,
        url,
        method: 'POST',
        headers,
        body,
        region,
        service: 'cognito-idp',
        allHeaders: true,
      }).sign()
    : null
  const reply = await platform.outgoing.request({
    url,
    method: 'POST',
    provider: awsProvider,
    headers: signedRequest ? Object.fromEntries(signedRequest.headers) : headers,
    body,
    ...(signal ? { signal } : {}),
  })
  const responseBody = parseJsonResponse(reply)
  if (reply.status === 200) return responseBody
  const name = is(responseBody, AwsErrorBody)
    ? (responseBody[errorTypeKey].split('#').at(-1) ?? '')
    : `HTTP_${reply.status}`
  throw new CognitoError(name, String(Reflect.get(Object(responseBody), 'message') ?? ''))
}
