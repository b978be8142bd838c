import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const session = 'apiToken=t-1; storeId=s-1; userId=u-1'
const login = { email: 'ada@example.com', password: 'secret' }
const answer = {
  token: 'tok/1+2=',
  user: { id: 7, storeId: 's 1', sIdentifier: 1 },
  permissions: ['Sizes'],
}

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  upstream.on('POST /auth/login', play.json(200, answer))
  running = await startConsoleServer({ upstream: upstream.url })
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const getSignInCookies = async (env: Record<string, string>) => {
  const server = await startConsoleServer({ upstream: upstream.url, env })
  const response = await request(server.url).post('/api/auth/login').send(login)
  await server.stop()
  return response.get('Set-Cookie')
}

describe('Session cookies', () => {
  test('are HttpOnly, Secure, and SameSite=Strict, for the whole site and this browser session', async () => {
    expect(await getSignInCookies({})).toEqual([
      'apiToken=tok%2F1%2B2%3D; Path=/; HttpOnly; Secure; SameSite=Strict',
      'storeId=s%201; Path=/; HttpOnly; Secure; SameSite=Strict',
      'userId=7; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
  })

  test.each([
    ['https://console.example.com', true],
    ['http://localhost:3000', true],
    ['http://[::1]:3000', true],
    ['http://127.9.9.9', true],
    ['http://console.localhost', true],
    ['http://console.example.com', false],
    ['http://10.0.0.5:3000', false],
    ['http://localhost.example.com', false],
  ])('with the public origin %s are Secure: %s', async (PUBLIC_ORIGIN, secure) => {
    const cookies = (await getSignInCookies({ PUBLIC_ORIGIN })) ?? []
    expect(cookies).toHaveLength(3)
    expect(cookies.map((cookie) => cookie.includes('; Secure'))).toEqual([secure, secure, secure])
  })

  test('identify the visitor', async () => {
    const { text } = await request(running.url).get('/x').set('Cookie', session)
    expect(text).toBe('<p>{"token":"t-1","storeId":"s-1","userId":"u-1"}</p>')
  })

  test.each([
    ['no cookies', ''],
    ['ids without a token', 'storeId=s-1; userId=u-1'],
    ['an empty token', 'apiToken=; storeId=s-1'],
    ['a token that no header can carry', 'apiToken=a%0d%0aX-Evil:%201'],
    ['a token that cookie-parser parses as an object', 'apiToken=j%3A%7B%7D'],
    ['a token too long for a header', `apiToken=${'x'.repeat(4000)}`],
    ['an id that no header can carry', 'apiToken=t; userId=%E2%82%AC'],
  ])('%s: the visitor is signed out', async (_what, cookie) => {
    const { text } = await request(running.url).get('/x').set('Cookie', cookie)
    expect(text).toBe('<p>null</p>')
  })

  test('a repeated name signs the visitor out and clears all cookies', async () => {
    for (const twice of [
      'apiToken=a; apiToken=b',
      'apiToken=a; userId=1;userId=1',
      'apiToken=a; storeId =1; storeId=2',
    ]) {
      const response = await request(running.url).get('/').set('Cookie', twice)
      expect(response.text).toBe('<p>null</p>')
      expect(response.get('Set-Cookie')).toEqual([
        'apiToken=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict',
        'storeId=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict',
        'userId=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict',
      ])
    }
  })

  test('a cookie that a sibling host or a deeper path planted is cleared, too', async () => {
    const server = await startConsoleServer({
      upstream: upstream.url,
      env: { PUBLIC_ORIGIN: 'https://admin.shop.example' },
    })
    const response = await request(server.url)
      .get('/sizes/7')
      .set('Cookie', 'apiToken=a; apiToken=planted')
    await server.stop()
    const cleared = response
      .get('Set-Cookie')
      ?.map((cookie) =>
        cookie.replace(/Expires[^;]+; HttpOnly; Secure; SameSite=Strict/, '').trim(),
      )
    expect(cleared).toEqual(
      expect.arrayContaining([
        'apiToken=; Path=/;',
        'apiToken=; Domain=shop.example; Path=/;',
        'apiToken=; Domain=admin.shop.example; Path=/;',
        'apiToken=; Path=/sizes;',
        'apiToken=; Path=/sizes/7;',
        'apiToken=; Domain=shop.example; Path=/sizes;',
      ]),
    )
  })

  test('the token never appears in a body', async () => {
    upstream.on(
      'POST /auth/login',
      play.json(200, { ...answer, user: { ...answer.user, token: answer.token, name: 'Ada' } }),
    )
    const response = await request(running.url).post('/api/auth/login').send(login)
    expect(response.body).toEqual({
      user: { id: 7, storeId: 's 1', sIdentifier: 1, name: 'Ada' },
      permissions: ['Sizes'],
    })
    expect(response.text).not.toContain(answer.token)
  })
})
