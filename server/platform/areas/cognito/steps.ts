import { createHmac, randomUUID } from 'node:crypto'
import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Context, Step } from '#server/platform/core/integrations/integration.ts'
import { failed, passed } from '#server/platform/core/integrations/integration.ts'
import { jsonOf } from '#server/platform/core/outgoing/jsonOf.ts'
import { tryCallbacks, tryToken } from './domainSteps.ts'
import { askCognito, awsName, CognitoRefusal, serviceAt } from './service.ts'
import type { Pool } from './service.ts'
import { cognitoSettingsMessages, cognitoTestMessages as say } from './messages.ts'

export type Found = { jwks?: string }

const Discovery = type({ issuer: string(), jwks_uri: string() })
const KeySet = type({ keys: array(type({ kid: string(), kty: string() })) })

export const poolOf = ({ record }: Pick<Context, 'record'>): Pool => ({
  region: String(record['region']),
  userPoolId: String(record['userPoolId']),
})

/** What is tried without keys of AWS (integrations.md, Cognito). */
export const steps: readonly Step<Found>[] = [
  {
    name: 'region',
    title: say.regionStep,
    required: true,
    passive: true,
    run: async (context) => {
      const { region, userPoolId } = poolOf(context)
      const [prefix = ''] = userPoolId.split('_')
      return prefix === region
        ? passed(say.regionMatches(region))
        : failed('OTHER_REGION', say.otherRegion(prefix, region), 'region')
    },
  },
  {
    name: 'discovery',
    title: say.poolStep,
    required: true,
    passive: true,
    async run(context) {
      const { userPoolId } = poolOf(context)
      const reply = await get(context, `${issuerOf(context)}/.well-known/openid-configuration`)
      if (reply.status === 404 || reply.status === 400)
        return failed('NO_POOL', say.noPool(userPoolId), 'userPoolId')
      if (reply.status !== 200) return unusable(reply.status)
      const told = jsonOf(reply)
      if (!is(told, Discovery)) return failed('NOT_DISCOVERY', say.notProvider, 'region')
      if (told.issuer !== issuerOf(context))
        return failed('OTHER_ISSUER', say.otherIssuer(told.issuer), 'userPoolId')
      context.found.jwks = told.jwks_uri
      return passed(say.poolFound)
    },
  },
  {
    name: 'keys',
    title: say.keysStep,
    required: true,
    passive: true,
    async run(context) {
      const reply = await get(context, context.found.jwks ?? '')
      if (reply.status !== 200) return unusable(reply.status)
      const told = jsonOf(reply)
      const keys = is(told, KeySet) ? told.keys.filter(({ kty }) => kty === 'RSA') : []
      return keys.length > 0
        ? passed(say.publishesKeys(keys.length))
        : failed('NO_KEYS', say.noKeys)
    },
  },
  { name: 'client', title: say.clientStep, required: true, run: tryClient },
  { name: 'callback', title: say.callbacksStep, required: false, run: tryCallbacks },
  { name: 'token', title: say.tokenStep, required: false, run: tryToken },
]

const issuerOf = (context: Pick<Context, 'platform' | 'record'>) =>
  `${serviceAt(context.platform, poolOf(context))}/${poolOf(context).userPoolId}`

const get = ({ platform, signal }: Context<Found>, url: string) =>
  platform.outgoing.request({ url, signal, provider: awsName })

const unusable = (status: number) => failed(`HTTP_${status}`, say.awsFailed(status))

/** A sign-in of nobody: whether the client is refused tells of it, and no user is ever signed in. */
async function tryClient(context: Context<Found>) {
  const { platform, record, secrets, signal } = context
  const clientId = String(record['clientId'])
  const secret = secrets['clientSecret']
  const username = `nobody-${randomUUID()}`
  const hash =
    secret &&
    createHmac('sha256', secret)
      .update(username + clientId)
      .digest('base64')
  const body = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, PASSWORD: username, ...(hash && { SECRET_HASH: hash }) },
  }
  try {
    await askCognito(platform, poolOf(context), { action: 'InitiateAuth', body, signal })
    return passed(say.clientFound)
  } catch (error) {
    if (!(error instanceof CognitoRefusal)) throw error
    return clientOutcome(error, secret !== null && secret !== undefined)
  }
}

function clientOutcome({ type: refused, message }: CognitoRefusal, hasSecret: boolean) {
  if (refused === 'ResourceNotFoundException') return failed('NO_CLIENT', say.noClient, 'clientId')
  if (/secret hash|SECRET_HASH/i.test(message))
    return hasSecret
      ? failed('WRONG_SECRET', say.wrongSecret, 'clientSecret')
      : failed('NO_SECRET', say.secretMissing, 'clientSecret')
  // The flow of passwords is off: that is said before the secret is looked at.
  if (refused === 'InvalidParameterException') return passed(say.clientFound)
  if (['NotAuthorizedException', 'UserNotFoundException'].includes(refused))
    return passed(say.credentialsValid)
  if (refused === 'TooManyRequestsException')
    return failed(refused, cognitoSettingsMessages.tooManyRequests)
  return failed(refused, cognitoSettingsMessages.rejected(refused))
}
