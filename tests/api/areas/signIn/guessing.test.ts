import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PasswordHasher } from '#server/platform/core/auth/passwordHasher.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import type { Answered } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const statusesOf = (answers: Answered[]) => answers.map(({ status }) => status)
const changeOf = ({ id, password }: TestAccount, currentPassword = password) => ({
  id,
  currentPassword,
  new_password: 'a-fresh-new-one',
  confirmPassword: 'a-fresh-new-one',
})

describe.each(usually('PostgreSQL'))('guessing passwords on $name', (database) => {
  const platform = usePlatform(database)
  /** Signs in from an address of its own, unless it is told one. */
  const login = (email: string, password: string, from = `2001:db8:${port()}::1`) =>
    visitor(platform())('POST', '/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': from },
    })
  let networks = 0
  const port = () => (++networks).toString(16)
  const change = (call: Awaited<ReturnType<typeof signedIn>>, body: object, key?: string) =>
    call('PUT', '/users/changePassword', { body, ...(key === undefined ? {} : { key }) })

  test.each(['of an account', 'of no account'])(
    'sign-ins %s wait after five failures, wherever they come from, also with the right password',
    async (whose) => {
      const account = await platform().addAccount([])
      const email = whose === 'of an account' ? account.email : `${randomUUID()}@example.com`
      for (const spelt of [email, email.toUpperCase(), email, email, email])
        expect((await login(spelt, 'wrong')).status).toBe(401)
      const waiting = await login(email, account.password)
      expect(waiting).toMatchObject({
        status: 429,
        body: { code: 'throttled', detail: 'Too many attempts. Try again in 1 second.' },
      })
      expect(waiting.headers.get('retry-after')).toBe('1')
      platform().advance(1000)
      expect((await login(email, 'wrong')).status).toBe(401)
      expect((await login(email, 'wrong')).headers.get('retry-after')).toBe('2')
      platform().advance(2000)
      const expected = whose === 'of an account' ? 200 : 401
      expect((await login(email, account.password)).status).toBe(expected)
    },
  )

  test('strangers slow the owner down neither on a known device nor in a known network', async () => {
    const account = await platform().addAccount([])
    const home = '192.0.2.7'
    const { device } = (await login(account.email, account.password, home)).body
    const strangers = await Promise.all(times(30, () => login(account.email, 'wrong')))
    expect(statusesOf(strangers).filter((status) => status === 429)).toHaveLength(25)
    expect((await login(account.email, account.password, '100.64.20.1')).status).toBe(429)
    expect((await login(account.email, account.password, '192.0.2.99')).status).toBe(200)
    const body = { email: account.email, password: account.password, devices: [device] }
    const onDevice = { body, headers: { 'x-forwarded-for': '100.64.21.1' } }
    expect((await visitor(platform())('POST', '/auth/login', onDevice)).status).toBe(200)
    expect((await login(account.email, 'wrong')).status).toBe(429)
  })

  test('a known device and a known network wait for what they failed themselves', async () => {
    const account = await platform().addAccount([])
    const home = '192.0.2.7'
    const { device } = (await login(account.email, account.password, home)).body
    const onDevice = (password: string) =>
      visitor(platform())('POST', '/auth/login', {
        body: { email: account.email, password, devices: [device] },
        headers: { 'x-forwarded-for': `2001:db8:${port()}::1` },
      })
    const failed = await Promise.all(times(8, () => onDevice('wrong')))
    expect(statusesOf(failed).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await login(account.email, account.password, home)).status).toBe(200)
    await Promise.all(times(5, () => login(account.email, 'wrong')))
    const atHome = await Promise.all(times(8, () => login(account.email, 'wrong', home)))
    expect(statusesOf(atHome).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('a device is checked for one account, and a made-up one is a stranger', async () => {
    const [ours, theirs] = [await platform().addAccount([]), await platform().addAccount([])]
    const { device } = (await login(ours.email, ours.password)).body
    const check = async (email: string, devices: string[]) =>
      (await visitor(platform())('POST', '/auth/devices/check', { body: { email, devices } })).body
    expect(await check(ours.email.toUpperCase(), ['x', device])).toEqual({ device })
    expect(await check(theirs.email, [device])).toEqual({ device: null })
    expect(await check('nobody@example.com', [device])).toEqual({ device: null })
    const [key, nonce, signature] = device.split('.')
    for (const forged of [`${key}.${nonce}.`, `${key}.x.${signature}`, `k0.${nonce}.${signature}`])
      expect(await check(ours.email, [forged, 'x'])).toEqual({ device: null })
  })

  test('sixty wrong sign-ins at once are five', async () => {
    const { email } = await platform().addAccount([])
    const statuses = statusesOf(await Promise.all(times(60, () => login(email, 'wrong'))))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(55)
  })

  test('a network waits after fifty failures, whichever accounts they were of', async () => {
    const wrong = (from: string) => login(`${randomUUID()}@example.com`, 'wrong', from)
    // Only the hop next to the console's is believed, not what a visitor wrote before it.
    const answers = await Promise.all(times(50, (at) => wrong(`198.51.${at}.1, 203.0.113.${at}`)))
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]))
    expect((await wrong('203.0.113.200')).status).toBe(429)
    expect((await wrong('198.51.100.1')).status).toBe(401)
  })

  test('sixty wrong current passwords at once are five, told at the field; a right one works after the wait', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const answers = await Promise.all(times(60, () => change(call, changeOf(account, 'wrong'))))
    const throttled = answers.filter(({ status }) => status === 429)
    expect(statusesOf(answers).filter((status) => status === 422)).toHaveLength(5)
    expect(throttled).toHaveLength(55)
    for (const { body, headers } of throttled) {
      const say = 'Too many attempts. Try again in 1 second.'
      expect(body).toMatchObject({ code: 'throttled', fields: { currentPassword: say } })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await change(call, changeOf(account))).status).toBe(429)
    platform().advance(1000)
    expect((await change(call, changeOf(account))).status).toBe(200)
  })

  test('guesses at sign-in do not keep who is signed in from changing the password', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    await Promise.all(times(6, () => login(account.email, 'wrong')))
    expect((await change(call, changeOf(account))).status).toBe(200)
  })

  test('a change that is done and sent again with its key is no guess', async () => {
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const key = randomUUID()
    for (const _ of times(8, String))
      expect((await change(call, changeOf(account), key)).status).toBe(200)
    expect((await change(call, changeOf(account, 'wrong'))).status).toBe(422)
  })

  test('a platform that could not check a password does not count it', async () => {
    const { platform: running } = platform()
    const account = await platform().addAccount([])
    const call = await signedIn(platform(), account)
    const { verify } = running.passwords
    running.passwords.verify = () => Promise.reject(new Error('no memory'))
    for (const _ of times(8, String)) {
      expect((await login(account.email, account.password)).status).toBe(500)
      expect((await change(call, changeOf(account))).status).toBe(500)
    }
    running.passwords.verify = verify
    expect((await login(account.email, account.password)).status).toBe(200)
    expect((await change(call, changeOf(account))).status).toBe(200)
  })

  test('whoever waits for a hash holds neither a connection nor a row', async () => {
    const { platform: running } = platform()
    // More than there are connections.
    const accounts = await Promise.all(times(12, () => platform().addAccount([])))
    const tokens = await Promise.all(accounts.map((account) => tokenOf(platform(), account)))
    const list = await signedIn(platform())

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let waiting = 0
    const held =
      <K extends unknown[], T>(work: (...given: K) => Promise<T>) =>
      async (...given: K) => {
        waiting++
        await released
        return work(...given)
      }
    const real: PasswordHasher = { ...running.passwords }
    Object.assign(running.passwords, { verify: held(real.verify), hash: held(real.hash) })
    const changes = accounts.map((account, at) =>
      change(visitor(platform(), tokens[at]), changeOf(account)),
    )
    const signIns = times(100, (at) => login(`${at}@example.com`, 'wrong'))
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(112)
    // On one connection alone, as PGlite is, any that was held would keep this waiting for good.
    expect((await list('GET', '/sizes')).status).toBe(200)
    expect((await list('GET', '/users/roles/details')).status).toBe(200)
    release()
    await Promise.all(signIns)
    expect(new Set(statusesOf(await Promise.all(changes)))).toEqual(new Set([200]))
    Object.assign(running.passwords, real)
  })
})
