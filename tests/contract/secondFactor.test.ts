import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const user = { id: 7, storeId: 3, sIdentifier: 1, name: 'Ada', email: 'ada@example.com' }
const answer = { status: 200, token: 'tok-1', user, permissions: ['Sizes'] }
const credentials = { email: 'ada@example.com', password: 'correct horse' }
const challenge = 'the-challenge-that-no-script-reads'
const demand = { challenge, methods: ['totp', 'recovery'], enroll: false, options: null }
const problem = {
  status: 401,
  code: 'second_factor_required',
  title: 'Second factor required',
  secondFactor: demand,
}

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url, env: {} })
  upstream.on('POST /auth/login', play.json(401, problem))
  upstream.on('POST /auth/secondFactor', play.json(200, answer))
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const post = (path: string, body: object, cookie = '') =>
  request(running.url).post(path).set('Cookie', cookie).send(body)
const logIn = () => post('/api/auth/login', credentials)
const getCookies = (response: request.Response) => response.get('Set-Cookie') ?? []
const toCookie = (response: request.Response) =>
  getCookies(response)
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
describe('Second factor', () => {
  test('the challenge goes into a cookie that scripts cannot read, and nowhere else', async () => {
    const response = await logIn()
    expect(response.status).toBe(401)
    expect(response.body).toMatchObject({
      code: 'second_factor_required',
      secondFactor: { methods: ['totp', 'recovery'], options: null, setup: null },
    })
    expect(response.text).not.toContain(challenge)
    const [cookie = '', ...others] = getCookies(response)
    expect(others).toEqual([])
    expect(cookie).toMatch(/^secondFactor=[\w-]+; Max-Age=300; Path=\/; Expires=[^;]+; HttpOnly; /)
    expect(cookie).toMatch(/; SameSite=Strict$/)
  })

  test('the code completes the sign-in with the challenge of the cookie', async () => {
    const cookie = toCookie(await logIn())
    const proof = { method: 'totp', code: '123456' }
    const response = await post('/api/auth/secondFactor', { ...proof, challenge: 'forged' }, cookie)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ user, permissions: ['Sizes'] })
    expect(JSON.parse(upstream.calls.at(-1)?.body ?? '')).toEqual({ ...proof, challenge })
    expect(getCookies(response).map((one) => one.split(';', 1)[0])).toEqual([
      'apiToken=tok-1',
      'storeId=3',
      'userId=7',
      'secondFactor=',
    ])
  })

  test.each([
    ['wrong_factor', 'wrong_factor'],
    ['challenge_expired', 'challenge_expired'],
    ['second_factor_required', 'refused'],
    ['anything', 'refused'],
  ])('a rejection with %s is %s, without cookies of a session', async (code, expected) => {
    const cookie = toCookie(await logIn())
    upstream.on('POST /auth/secondFactor', play.json(401, { ...problem, code }))
    const response = await post('/api/auth/secondFactor', { method: 'totp', code: '1' }, cookie)
    expect(response).toMatchObject({ status: 401, body: { code: expected } })
    expect(getCookies(response).join()).not.toContain('apiToken')
    expect(getCookies(response).length).toBe(expected === 'challenge_expired' ? 1 : 0)
  })

  test('without the cookie, the platform is not asked', async () => {
    const response = await post('/api/auth/secondFactor', { method: 'totp', code: '123456' })
    expect(response).toMatchObject({ status: 401, body: { code: 'challenge_expired' } })
    expect(upstream.calls).toEqual([])
  })

  test('guessing codes is slowed down', async () => {
    const cookie = toCookie(await logIn())
    upstream.on('POST /auth/secondFactor', play.json(401, { ...problem, code: 'wrong_factor' }))
    const guess = () => post('/api/auth/secondFactor', { method: 'totp', code: '1' }, cookie)
    for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
  })

  test('canceling forgets the challenge', async () => {
    const cookie = toCookie(await logIn())
    const response = await post('/api/auth/secondFactor/cancel', {}, cookie)
    expect(response.status).toBe(204)
    expect(getCookies(response)[0]).toMatch(/^secondFactor=;/)
  })

  test('platforms that know no second factor reject in the usual words', async () => {
    upstream.on('POST /auth/login', play.json(401, { ...problem, secondFactor: { methods: [] } }))
    const response = await logIn()
    expect(response.body.code).toBe('refused')
    expect(getCookies(response)).toEqual([])
  })
})

describe('Passkey alone', () => {
  const options = { challenge: 'random', rpId: 'localhost' }
  beforeEach(() => {
    upstream.on('POST /auth/passkey/options', play.json(200, { challenge, options }))
    upstream.on('POST /auth/passkey', play.json(200, answer))
  })

  test('the challenge stays in a cookie, the options go to the page', async () => {
    const started = await post('/api/auth/passkey/options', {})
    expect(started.body).toEqual({ options })
    const response = { id: 'key' }
    const signedIn = await post('/api/auth/passkey', { response }, toCookie(started))
    expect(signedIn.status).toBe(200)
    expect(JSON.parse(upstream.calls.at(-1)?.body ?? '')).toEqual({ challenge, response })
    expect(toCookie(signedIn)).toContain('apiToken=tok-1')
  })

  test('a platform without passkeys says so', async () => {
    upstream.on('POST /auth/passkey/options', play.json(404, {}))
    const started = await post('/api/auth/passkey/options', {})
    expect(started).toMatchObject({ status: 404, body: { code: 'not_offered' } })
  })

  test.each(['/api/auth/passkey', '/api/auth/secondFactor'])('%s takes only POST', async (path) => {
    expect((await request(running.url).get(path)).status).toBe(405)
  })
})
