import { expect } from 'vitest'
import request from 'supertest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { startConsoleServer } from '../servers/consoleServer.ts'
import { client, startOidcIssuer } from './oidcIssuer.ts'
import type { Claims } from './oidcIssuer.ts'
import { play, startRecordingUpstream } from '../servers/recordingUpstream.ts'

/** Who the platform says has signed in. */
export const user = { id: 7, storeId: 3, sIdentifier: 1, name: 'Ada', email: 'ada@example.com' }
export const googleCall = 'POST /superAdmin/auth/google'

/** A flow that began: what the provider was asked for, and what the browser keeps. */
type Begun = { cookie: string; asked: URLSearchParams; address: URL }

/**
 * A console with Google, between a scripted provider and a scripted platform that lets everyone in. Whatever must never be
 * seen holds the word "hush".
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

  /** What the way back is asked for by a browser that comes from the provider's site. */
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
    async begin(query = ''): Promise<Begun> {
      const response = await press(query)
      const [cookie = ''] = cookiesOf(response)
      const address = new URL(response.get('Location') ?? '')
      return { cookie: cookie.split(';', 1)[0] ?? '', asked: address.searchParams, address }
    },
    comeBackWith,
    /** The visitor comes back from the provider with a code. */
    comeBack: ({ cookie, asked }: Begun, query: Record<string, string> = {}) =>
      comeBackWith(cookie, { code: 'hush-code', state: asked.get('state') ?? '', ...query }),
    /** The provider trades the next code for a token with these claims. */
    async providerGives({ asked }: Begun, claims: Claims = {}) {
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

/** Where the page of one line leads. */
export const landsAt = ({ text }: request.Response) =>
  /url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

export const cookiesOf = (response: request.Response) => response.get('Set-Cookie') ?? []
export const sessionCookies = (response: request.Response) =>
  cookiesOf(response).filter((cookie) => /^(apiToken|storeId|userId)=/.test(cookie))

/** Ended at the sign-in page, which says why, and signed nobody in. */
export function expectRefused(response: request.Response, landing: string) {
  expect([response.status, landsAt(response)]).toEqual([200, landing])
  expect(sessionCookies(response)).toEqual([])
  expect(response.text).not.toMatch(/hush|access_denied|server_error/)
}
