import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { defaultIssuer } from '#shared/areas/signIn/googleSignIn.ts'
import { createGoogleVerifier } from '#server/platform/areas/signIn/googleTokens.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'

describe('Google token verifier', () => {
  const createVerifier = (googleIssuer: string) => {
    const verify = createGoogleVerifier({ googleClientId: client.id, googleIssuer })
    if (verify === null) throw new Error('A client id is set')
    return verify
  }
  const unreachable = { status: 502, code: 'unreachable' }

  test('fails while the issuer does not work, and asks the issuer again each time', async () => {
    const brokenIssuer = await startOidcIssuer()
    const { upstream, discovery, metadata } = brokenIssuer
    const verify = createVerifier(brokenIssuer.issuer)
    const nonce = randomUUID()
    const idToken = await brokenIssuer.sign({ nonce, email: 'ann@example.com' })
    const verifyToken = () => verify({ idToken, nonce }, new Date())

    for (const answer of [
      play.reset(),
      play.text(500, 'text/html', 'no'),
      play.json(200, { ...metadata, issuer: 'https://elsewhere.example' }),
      play.json(200, { ...metadata, jwks_uri: 'http://keys.example/' }),
      play.json(302, {}, { location: '/elsewhere' }),
      play.text(200, 'application/json', 'no JSON'),
    ]) {
      upstream.on(discovery, answer)
      await expect(verifyToken()).rejects.toMatchObject({ problem: unreachable })
    }
    upstream.on(discovery, play.json(200, metadata))
    const keys = 'GET /keys'
    upstream.on(keys, play.reset(), play.text(500, 'text/html', 'no'), play.json(200, { keys: 1 }))
    for (let index = 0; index < 3; index += 1)
      await expect(verifyToken()).rejects.toMatchObject({ problem: unreachable })
    await brokenIssuer.stop()
  })

  test('sends the issuer no request before the first token', async () => {
    const issuer = await startOidcIssuer()
    createVerifier(issuer.issuer)
    expect(issuer.upstream.calls).toEqual([])
    await issuer.stop()
  })

  test('does not exist without a client ID', () => {
    expect(createGoogleVerifier({ googleClientId: null, googleIssuer: defaultIssuer })).toBeNull()
  })
})
