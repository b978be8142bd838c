import { AwsV4Signer } from 'aws4fetch'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { jsonOf } from '#server/platform/core/outgoing/jsonOf.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

export type Pool = { region: string; userPoolId: string }
export type Keys = { accessKeyId: string; secretAccessKey: string }

/** What the service of AWS refused, by its own name of the error: `ResourceNotFoundException`. */
export class CognitoRefusal extends Error {
  override name = 'CognitoRefusal'
  readonly type: string
  constructor(refused: string, message: string) {
    super(message)
    this.type = refused
  }
}

/** Whose hosts these are: a region is chosen, not typed. */
export const awsName = 'AWS'
/** What AWS calls the name of an error. */
const errorName = '__type'
const Refused = type({ [errorName]: string() })
const asked = 'AWSCognitoIdentityProviderService'

/** The address of the service in a region; `{region}` in the setting stands for it. */
export const serviceAt = ({ cognitoEndpoint }: Platform, { region }: Pick<Pool, 'region'>) =>
  cognitoEndpoint.replace('{region}', region)

/** One signed call where keys are given (AWS, "Making API requests"). Rejects with `CognitoRefusal` or `OutgoingFault`. */
export async function askCognito(
  platform: Platform,
  { region }: Pool,
  call: { action: string; body: object; keys?: Keys; signal?: AbortSignal },
): Promise<unknown> {
  const { action, keys, signal } = call
  const url = `${serviceAt(platform, { region })}/`
  const body = JSON.stringify(call.body)
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `${asked}.${action}`,
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
    provider: awsName,
    headers: signed ? Object.fromEntries(signed.headers) : headers,
    body,
    ...(signal ? { signal } : {}),
  })
  const answer = jsonOf(reply)
  if (reply.status === 200) return answer
  const name = is(answer, Refused)
    ? (answer[errorName].split('#').at(-1) ?? '')
    : `HTTP_${reply.status}`
  throw new CognitoRefusal(name, String(Reflect.get(Object(answer), 'message') ?? ''))
}
