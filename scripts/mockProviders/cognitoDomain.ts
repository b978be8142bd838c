import type { IncomingMessage } from 'node:http'
import type { CognitoResponse, CognitoState } from './cognito.ts'

/** Redirects to the sign-in page or to an error. */
export function redirectToSignIn(
  { searchParams }: URL,
  { clientId, callbackUrls, scopes }: CognitoState,
): CognitoResponse {
  const redirect = (path: string, error?: string): CognitoResponse => ({
    status: 302,
    headers: { location: error ? `${path}?error=${error}` : `${path}?${searchParams}` },
  })
  if (searchParams.get('client_id') !== clientId) return redirect('/error', 'unauthorized_client')
  if (!callbackUrls.includes(searchParams.get('redirect_uri') ?? ''))
    return redirect('/error', 'redirect_mismatch')
  const requestedScopes = (searchParams.get('scope') ?? '').split(' ')
  return requestedScopes.every((scope) => scopes.includes(scope))
    ? redirect('/login')
    : redirect('/error', 'invalid_scope')
}

/**
 * Rejects every code. Like Cognito, it checks the client first, and reports a callback URL that
 * differs by a slash as an error of the client.
 */
export function rejectCode(
  { headers }: IncomingMessage,
  text: string,
  { clientId, clientSecret, callbackUrls }: CognitoState,
): CognitoResponse {
  const createError = (error: string): CognitoResponse => ({ status: 400, body: { error } })
  const form = new URLSearchParams(text)
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const isKnown = clientSecret === null || headers.authorization === `Basic ${basic}`
  if (form.get('client_id') !== clientId || !isKnown) return createError('invalid_client')
  return callbackUrls.includes(form.get('redirect_uri') ?? '')
    ? createError('invalid_grant')
    : createError('unauthorized_client')
}
