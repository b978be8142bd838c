import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { defaultIssuer } from '#shared/areas/signIn/googleSignIn.ts'
import { createGoogleVerifier } from '#server/platform/areas/signIn/googleTokens.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import { play } from '#tests/support/servers/recordingUpstream.ts'

describe('an issuer that does not work', () => {
  const at = (googleIssuer: string) => {
    const verify = createGoogleVerifier({ googleClientId: client.id, googleIssuer })
    if (verify === null) throw new Error('A client id is set')
    return verify
  }
  const unknown = { status: 502, code: 'unreachable' }

  test('decides nothing, and is asked anew the next time', async () => {
    const broken = await startOidcIssuer()
    const { upstream, discovery, metadata } = broken
    const verify = at(broken.issuer)
    const nonce = randomUUID()
    const idToken = await broken.sign({ nonce, email: 'ann@example.com' })
    const tried = () => verify({ idToken, nonce }, new Date())

    for (const answer of [
      play.reset(),
      play.text(500, 'text/html', 'no'),
      play.json(200, { ...metadata, issuer: 'https://elsewhere.example' }),
      play.json(200, { ...metadata, jwks_uri: 'http://keys.example/' }),
      play.json(302, {}, { location: '/elsewhere' }),
      play.text(200, 'application/json', 'no JSON'),
    ]) {
      upstream.on(discovery, answer)
      await expect(tried()).rejects.toMatchObject({ problem: unknown })
    }
    upstream.on(discovery, play.json(200, metadata))
    const keys = 'GET /keys'
    upstream.on(keys, play.reset(), play.text(500, 'text/html', 'no'), play.json(200, { keys: 1 }))
    for (let index = 0; index < 3; index += 1)
      await expect(tried()).rejects.toMatchObject({ problem: unknown })
    await broken.stop()
  })

  test('is asked nothing before the first token', async () => {
    const quiet = await startOidcIssuer()
    at(quiet.issuer)
    expect(quiet.upstream.calls).toEqual([])
    await quiet.stop()
  })

  test('is none without a client id', () => {
    expect(createGoogleVerifier({ googleClientId: null, googleIssuer: defaultIssuer })).toBeNull()
  })
})
