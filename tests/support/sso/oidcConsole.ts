import { expect } from 'vitest'
import request from 'supertest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { startConsoleServer } from '../servers/consoleServer.ts'
import { client, startOidcIssuer } from './oidcIssuer.ts'
import type { Claims } from './oidcIssuer.ts'
import { play, startRecordingUpstream } from '../servers/recordingUpstream.ts'

/** The user that the platform returns for a sign-in. */
export const user = { id: 7, storeId: 3, sIdentifier: 1, name: 'Ada', email: 'ada@example.com' }
export const googleCall = 'POST /superAdmin/auth/google'

/** A started flow: the parameters that the provider received, and the browser's cookie. */
type StartedFlow = { cookie: string; authorizationParams: URLSearchParams; address: URL }

/**
 * Starts a console with Google sign-in, a scripted provider, and a scripted platform that accepts
 * every sign-in. All secret values contain the word "hush".
 */
export async function startOidcConsole() {
  const issuer = await startOidcIssuer()
  const platform = await startRecordingUpstream()
  platform.on(
    googleCall,
    play.json(200, { data: { token: 'hush-session', user, permissions: [] } }),
  )
  const running = await startConsoleServer({
    upstream: platform.url,
    env: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_ISSUER: issuer.issuer,
    },
  })

  const press = (query = '') =>
    request(running.url)
      .post(googlePaths.start + query)
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send('')

  /** Requests the callback as a browser that comes from the provider's site. */
  const comeBackWith = (cookie: string, query: Record<string, string | string[]>) =>
    request(running.url).get(googlePaths.callback).query(query).set({
      Cookie: cookie,
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    })

  return {
    issuer,
    platform,
    running,
    press,
    async startFlow(query = ''): Promise<StartedFlow> {
      const response = await press(query)
      const [cookie = ''] = getSetCookies(response)
      const address = new URL(response.get('Location') ?? '')
      return {
        cookie: cookie.split(';', 1)[0] ?? '',
        authorizationParams: address.searchParams,
        address,
      }
    },
    comeBackWith,
    /** Returns from the provider with a code. */
    comeBack: (
      { cookie, authorizationParams: asked }: StartedFlow,
      query: Record<string, string> = {},
    ) => comeBackWith(cookie, { code: 'hush-code', state: asked.get('state') ?? '', ...query }),
    /** Makes the provider exchange the next code for a token with these claims. */
    async issueToken({ authorizationParams: asked }: StartedFlow, claims: Claims = {}) {
      const nonce = asked.get('nonce') ?? ''
      const idToken = await issuer.sign({ nonce, email: user.email, ...claims })
      const tokens = { access_token: 'hush-access', token_type: 'Bearer', id_token: idToken }
      issuer.upstream.on('POST /token', play.json(200, tokens))
      return { idToken, nonce }
    },
    async stop() {
      await running.stop()
      await platform.stop()
      await issuer.stop()
    },
  }
}

export type OidcConsole = Awaited<ReturnType<typeof startOidcConsole>>

/** Returns the URL of a page that only redirects. */
export const getRefreshUrl = ({ text }: request.Response) =>
  /url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

export const getSetCookies = (response: request.Response) => response.get('Set-Cookie') ?? []
export const getSessionCookies = (response: request.Response) =>
  getSetCookies(response).filter((cookie) => /^(apiToken|storeId|userId)=/.test(cookie))

/** Expects a redirect to the sign-in page with a reason, and no session. */
export function expectRejected(response: request.Response, landing: string) {
  expect([response.status, getRefreshUrl(response)]).toEqual([200, landing])
  expect(getSessionCookies(response)).toEqual([])
  expect(response.text).not.toMatch(/hush|access_denied|server_error/)
}
