import { randomUUID } from 'node:crypto'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  skipStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import { cognitoTestMessages } from './messages.ts'

const skipWithoutDomain = () => skipStep(cognitoTestMessages.needsDomain)

/** Returns the URL of the sign-in pages and the callback URLs, the default first. */
function getSignInUrls({ domain, callbackUrls, defaultRedirectUrl }: AnyRecord) {
  const callbacks = Array.isArray(callbackUrls) ? callbackUrls.map(String) : []
  const defaults = typeof defaultRedirectUrl === 'string' ? [defaultRedirectUrl] : []
  return {
    domain: typeof domain === 'string' ? domain.replace(/\/$/, '') : '',
    addresses: [...new Set([...defaults, ...callbacks])],
  }
}

const maxConcurrentCallbacks = 10

/**
 * Requests the sign-in page with every callback URL. Reports the first one that isn't registered.
 */
export async function checkCallbackRegistration(context: StepContext): Promise<StepResult> {
  const { domain, addresses } = getSignInUrls(context.record)
  if (domain === '' || addresses.length === 0) return skipWithoutDomain()
  for (let start = 0; start < addresses.length; start += maxConcurrentCallbacks) {
    const batch = addresses.slice(start, start + maxConcurrentCallbacks)
    const results = await Promise.all(
      batch.map((callbackUrl) => checkCallback(context, domain, callbackUrl)),
    )
    const failedResult = results.find(({ outcome }) => outcome === 'failed')
    if (failedResult) return failedResult
  }
  return passStep(cognitoTestMessages.registered(addresses))
}

async function checkCallback(
  { platform, record, signal }: StepContext,
  domain: string,
  callbackUrl: string,
): Promise<StepResult> {
  const search = new URLSearchParams({
    client_id: String(record['clientId']),
    response_type: 'code',
    redirect_uri: callbackUrl,
    scope: 'openid',
  })
  const url = `${domain}/oauth2/authorize?${search.toString()}`
  const reply = await platform.outgoing.request({ url, signal, redirect: 'manual' })
  const target = URL.parse(String(reply.headers['location'] ?? ''), url)
  const error = target?.searchParams.get('error')
  if (error === 'redirect_mismatch')
    return failStep(
      'REDIRECT_MISMATCH',
      cognitoTestMessages.notRegistered(callbackUrl),
      'callbackUrls',
    )
  if (error === 'invalid_scope')
    return failStep('INVALID_SCOPE', cognitoTestMessages.scopeNotAllowed, 'scopes')
  if (error)
    return failStep('AUTHORIZE', cognitoTestMessages.pageRejected(error.slice(0, 60)), 'domain')
  return target?.pathname.endsWith('/login')
    ? passStep('')
    : failStep('NO_SIGN_IN', cognitoTestMessages.noSignInPage, 'domain')
}

const TokenErrorBody = type({ error: string() })

/**
 * Sends a code that can't exist. The error shows whether the client ID and secret are valid. AWS
 * doesn't guarantee the error's text, only `error`.
 */
export async function checkClientCredentials({ platform, record, secrets, signal }: StepContext) {
  const { domain, addresses } = getSignInUrls(record)
  const [callbackUrl] = addresses
  if (domain === '' || callbackUrl === undefined) return skipWithoutDomain()
  const clientId = String(record['clientId'])
  const secret = secrets['clientSecret']
  const basic = secret && Buffer.from(`${clientId}:${secret}`).toString('base64')
  const reply = await platform.outgoing.request({
    url: `${domain}/oauth2/token`,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(basic && { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: randomUUID(),
      redirect_uri: callbackUrl,
    }).toString(),
    signal,
  })
  const responseBody = parseJsonResponse(reply)
  const error = is(responseBody, TokenErrorBody) ? responseBody.error : ''
  if (error === 'invalid_grant')
    return passStep(
      secret ? cognitoTestMessages.credentialsValid : cognitoTestMessages.clientIdValid,
    )
  if (error === 'invalid_client')
    return failStep('invalid_client', cognitoTestMessages.credentialsRejected, 'clientSecret')
  if (error === 'unauthorized_client')
    return failStep(
      'unauthorized_client',
      cognitoTestMessages.codesNotAllowed(callbackUrl),
      'callbackUrls',
    )
  return reportUnknownStep(cognitoTestMessages.clientUnchecked)
}
