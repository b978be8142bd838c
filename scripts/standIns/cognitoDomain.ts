import type { IncomingMessage } from 'node:http'
import type { Answer, CognitoState } from './cognito.ts'

/** Redirects to the sign-in page or to an error. */
export function authorize(
  { searchParams }: URL,
  { clientId, callbackUrls, scopes }: CognitoState,
): Answer {
  const to = (path: string, error?: string): Answer => ({
    status: 302,
    headers: { location: error ? `${path}?error=${error}` : `${path}?${searchParams}` },
  })
  if (searchParams.get('client_id') !== clientId) return to('/error', 'unauthorized_client')
  if (!callbackUrls.includes(searchParams.get('redirect_uri') ?? ''))
    return to('/error', 'redirect_mismatch')
  const wanted = (searchParams.get('scope') ?? '').split(' ')
  return wanted.every((scope) => scopes.includes(scope))
    ? to('/login')
    : to('/error', 'invalid_scope')
}

/**
 * Rejects every code. Like Cognito, it checks the client first, and reports a callback URL that
 * differs by a slash as an error of the client.
 */
export function token(
  { headers }: IncomingMessage,
  text: string,
  { clientId, clientSecret, callbackUrls }: CognitoState,
): Answer {
  const refused = (error: string): Answer => ({ status: 400, body: { error } })
  const form = new URLSearchParams(text)
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const isKnown = clientSecret === null || headers.authorization === `Basic ${basic}`
  if (form.get('client_id') !== clientId || !isKnown) return refused('invalid_client')
  return callbackUrls.includes(form.get('redirect_uri') ?? '')
    ? refused('invalid_grant')
    : refused('unauthorized_client')
}
