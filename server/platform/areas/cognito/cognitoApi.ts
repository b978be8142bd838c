import { AwsV4Signer } from 'aws4fetch'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

export type UserPool = { region: string; userPoolId: string }
export type AwsKeys = { accessKeyId: string; secretAccessKey: string }

/** What the service of AWS refused, by its own name of the error: `ResourceNotFoundException`. */
export class CognitoError extends Error {
  override name = 'CognitoError'
  readonly type: string
  constructor(refused: string, message: string) {
    super(message)
    this.type = refused
  }
}

/** Whose hosts these are: a region is chosen, not typed. */
export const awsProvider = 'AWS'
/** What AWS calls the name of an error. */
const errorTypeKey = '__type'
const AwsErrorBody = type({ [errorTypeKey]: string() })
const targetPrefix = 'AWSCognitoIdentityProviderService'

/** The address of the service in a region; `{region}` in the setting stands for it. */
export const getCognitoUrl = (
  { cognitoEndpoint }: Platform,
  { region }: Pick<UserPool, 'region'>,
) => cognitoEndpoint.replace('{region}', region)

/** One signed call where keys are given (AWS, "Making API requests"). Rejects with `CognitoError` or `OutgoingFault`. */
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
  const signed = keys
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
    headers: signed ? Object.fromEntries(signed.headers) : headers,
    body,
    ...(signal ? { signal } : {}),
  })
  const answer = parseJsonResponse(reply)
  if (reply.status === 200) return answer
  const name = is(answer, AwsErrorBody)
    ? (answer[errorTypeKey].split('#').at(-1) ?? '')
    : `HTTP_${reply.status}`
  throw new CognitoError(name, String(Reflect.get(Object(answer), 'message') ?? ''))
}
