import { randomUUID } from 'node:crypto'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Context, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed, skipped, unknown } from '#server/platform/core/integrations/integration.ts'
import { jsonOf } from '#server/platform/core/outgoing/jsonOf.ts'
import { cognitoTestMessages as say } from './messages.ts'

const untried = () => skipped(say.needsDomain)

/** Where the pages of sign-in are, and which addresses these may lead back to, the default first. */
function placesOf({ domain, callbackUrls, defaultRedirectUrl }: AnyRecord) {
  const told = Array.isArray(callbackUrls) ? callbackUrls.map(String) : []
  const first = typeof defaultRedirectUrl === 'string' ? [defaultRedirectUrl] : []
  return {
    domain: typeof domain === 'string' ? domain.replace(/\/$/, '') : '',
    addresses: [...new Set([...first, ...told])],
  }
}

const atOnce = 10

/** Every callback address is asked for at the page of sign-in; the first that is not registered is told. */
export async function tryCallbacks(context: Context): Promise<StepResult> {
  const { domain, addresses } = placesOf(context.record)
  if (domain === '' || addresses.length === 0) return untried()
  for (let from = 0; from < addresses.length; from += atOnce) {
    const some = addresses.slice(from, from + atOnce)
    const results = await Promise.all(some.map((back) => tryCallback(context, domain, back)))
    const wrong = results.find(({ outcome }) => outcome === 'failed')
    if (wrong) return wrong
  }
  return passed(say.registered(addresses))
}

async function tryCallback(
  { platform, record, signal }: Context,
  domain: string,
  back: string,
): Promise<StepResult> {
  const search = new URLSearchParams({
    client_id: String(record['clientId']),
    response_type: 'code',
    redirect_uri: back,
    scope: 'openid',
  })
  const url = `${domain}/oauth2/authorize?${search.toString()}`
  const reply = await platform.outgoing.request({ url, signal, redirect: 'told' })
  const leads = URL.parse(String(reply.headers['location'] ?? ''), url)
  const error = leads?.searchParams.get('error')
  if (error === 'redirect_mismatch')
    return failed('REDIRECT_MISMATCH', say.notRegistered(back), 'callbackUrls')
  if (error === 'invalid_scope') return failed('INVALID_SCOPE', say.scopeNotAllowed, 'scopes')
  if (error) return failed('AUTHORIZE', say.pageRejected(error.slice(0, 60)), 'domain')
  return leads?.pathname.endsWith('/login')
    ? passed('')
    : failed('NO_SIGN_IN', say.noSignInPage, 'domain')
}

const Refused = type({ error: string() })

/** A code that cannot exist: what is refused of it tells of client and secret. Its texts are not fixed, `error` is. */
export async function tryToken({ platform, record, secrets, signal }: Context) {
  const { domain, addresses } = placesOf(record)
  const [back] = addresses
  if (domain === '' || back === undefined) return untried()
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
      redirect_uri: back,
    }).toString(),
    signal,
  })
  const told = jsonOf(reply)
  const error = is(told, Refused) ? told.error : ''
  if (error === 'invalid_grant') return passed(say.credentialsValid)
  if (error === 'invalid_client')
    return failed('invalid_client', say.credentialsRejected, 'clientSecret')
  if (error === 'unauthorized_client')
    return failed('unauthorized_client', say.codesNotAllowed(back), 'callbackUrls')
  return unknown(say.clientUnchecked)
}
