import { createHmac, randomUUID } from 'node:crypto'
import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type {
  StepContext,
  IntegrationStep,
} from '#server/platform/core/integrations/integration.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import { checkCallbackRegistration, checkClientCredentials } from './domainSteps.ts'
import { sendCognitoRequest, awsProvider, CognitoError, getCognitoUrl } from './cognitoApi.ts'
import type { UserPool } from './cognitoApi.ts'
import { cognitoSettingsMessages, cognitoTestMessages } from './messages.ts'

export type CognitoStepState = { jwks?: string }

const OpenIdConfiguration = type({ issuer: string(), jwks_uri: string() })
const JsonWebKeySet = type({ keys: array(type({ kid: string(), kty: string() })) })

export const getPool = ({ record }: Pick<StepContext, 'record'>): UserPool => ({
  region: String(record['region']),
  userPoolId: String(record['userPoolId']),
})

/** The test steps that need no AWS keys (integrations.md, Cognito). */
export const cognitoSteps: readonly IntegrationStep<CognitoStepState>[] = [
  {
    name: 'region',
    title: cognitoTestMessages.regionStep,
    required: true,
    passive: true,
    run: async (context) => {
      const { region, userPoolId } = getPool(context)
      const [prefix = ''] = userPoolId.split('_')
      return prefix === region
        ? passStep(cognitoTestMessages.regionMatches(region))
        : failStep('OTHER_REGION', cognitoTestMessages.otherRegion(prefix, region), 'region')
    },
  },
  {
    name: 'discovery',
    title: cognitoTestMessages.poolStep,
    required: true,
    passive: true,
    async run(context) {
      const { userPoolId } = getPool(context)
      const reply = await fetchFromAws(
        context,
        `${getIssuer(context)}/.well-known/openid-configuration`,
      )
      if (reply.status === 404 || reply.status === 400)
        return failStep('NO_POOL', cognitoTestMessages.noPool(userPoolId), 'userPoolId')
      if (reply.status !== 200) return failWithStatus(reply.status)
      const body = parseJsonResponse(reply)
      if (!is(body, OpenIdConfiguration))
        return failStep('NOT_DISCOVERY', cognitoTestMessages.notProvider, 'region')
      if (body.issuer !== getIssuer(context))
        return failStep('OTHER_ISSUER', cognitoTestMessages.otherIssuer(body.issuer), 'userPoolId')
      context.state.jwks = body.jwks_uri
      return passStep(cognitoTestMessages.poolFound)
    },
  },
  {
    name: 'keys',
    title: cognitoTestMessages.keysStep,
    required: true,
    passive: true,
    async run(context) {
      const reply = await fetchFromAws(context, context.state.jwks ?? '')
      if (reply.status !== 200) return failWithStatus(reply.status)
      const body = parseJsonResponse(reply)
      const keys = is(body, JsonWebKeySet) ? body.keys.filter(({ kty }) => kty === 'RSA') : []
      return keys.length > 0
        ? passStep(cognitoTestMessages.publishesKeys(keys.length))
        : failStep('NO_KEYS', cognitoTestMessages.noKeys)
    },
  },
  { name: 'client', title: cognitoTestMessages.clientStep, required: true, run: checkClient },
  {
    name: 'callback',
    title: cognitoTestMessages.callbacksStep,
    required: false,
    run: checkCallbackRegistration,
  },
  {
    name: 'token',
    title: cognitoTestMessages.tokenStep,
    required: false,
    run: checkClientCredentials,
  },
]

const getIssuer = (context: Pick<StepContext, 'platform' | 'record'>) =>
  `${getCognitoUrl(context.platform, getPool(context))}/${getPool(context).userPoolId}`

const fetchFromAws = ({ platform, signal }: StepContext<CognitoStepState>, url: string) =>
  platform.outgoing.request({ url, signal, provider: awsProvider })

const failWithStatus = (status: number) =>
  failStep(`HTTP_${status}`, cognitoTestMessages.awsFailed(status))

/**
 * Attempts to sign in a user that can't exist. AWS's error shows whether the client is valid, and
 * no user is ever signed in.
 */
async function checkClient(context: StepContext<CognitoStepState>) {
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
    await sendCognitoRequest(platform, getPool(context), { action: 'InitiateAuth', body, signal })
    return passStep(cognitoTestMessages.clientFound)
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error
    return toClientResult(error, secret !== null && secret !== undefined)
  }
}

function toClientResult({ type: errorType, message }: CognitoError, hasSecret: boolean) {
  if (errorType === 'ResourceNotFoundException')
    return failStep('NO_CLIENT', cognitoTestMessages.noClient, 'clientId')
  if (/secret hash|SECRET_HASH/i.test(message))
    return hasSecret
      ? failStep('WRONG_SECRET', cognitoTestMessages.wrongSecret, 'clientSecret')
      : failStep('NO_SECRET', cognitoTestMessages.secretMissing, 'clientSecret')
  // The password flow is turned off. AWS reports this before it checks the secret.
  if (errorType === 'InvalidParameterException') return passStep(cognitoTestMessages.clientFound)
  if (['NotAuthorizedException', 'UserNotFoundException'].includes(errorType))
    return passStep(
      hasSecret ? cognitoTestMessages.credentialsValid : cognitoTestMessages.clientIdValid,
    )
  if (errorType === 'TooManyRequestsException')
    return failStep(errorType, cognitoSettingsMessages.tooManyRequests)
  return failStep(errorType, cognitoSettingsMessages.rejected(errorType))
}
