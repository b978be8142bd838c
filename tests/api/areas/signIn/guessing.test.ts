import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PasswordHasher } from '#server/platform/core/auth/passwordHasher.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { ApiResult } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const times = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => create(index))
const getStatuses = (answers: ApiResult[]) => answers.map(({ status }) => status)
const buildChange = ({ id, password }: TestAccount, currentPassword = password) => ({
  id,
  currentPassword,
  new_password: 'a-fresh-new-one',
  confirmPassword: 'a-fresh-new-one',
})

describe.each(chooseDatabases('PostgreSQL'))('Guessing passwords on $name', (database) => {
  const platform = usePlatform(database)
  /** Signs in from a new IP address unless one is given. */
  const login = (email: string, password: string, from = `2001:db8:${createNetwork()}::1`) =>
    createCaller(platform())('POST', '/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': from },
    })
  let networks = 0
  const createNetwork = () => (++networks).toString(16)
  const change = (call: Awaited<ReturnType<typeof openSession>>, body: object, key?: string) =>
    call('PUT', '/users/changePassword', { body, ...(key === undefined ? {} : { key }) })

  test.each(['to an account', 'to a missing account'])(
    'sign-ins %s must wait after five failures from any network, even with the right password',
    async (target) => {
      const account = await platform().addAccount([])
      const email = target === 'to an account' ? account.email : `${randomUUID()}@example.com`
      for (const spelling of [email, email.toUpperCase(), email, email, email])
        expect((await login(spelling, 'wrong')).status).toBe(401)
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
      const expected = target === 'to an account' ? 200 : 401
      expect((await login(email, account.password)).status).toBe(expected)
    },
  )

  test("failures by strangers don't delay the owner on a known device or network", async () => {
    const account = await platform().addAccount([])
    const home = '192.0.2.7'
    const { device } = (await login(account.email, account.password, home)).body
    const strangers = await Promise.all(times(30, () => login(account.email, 'wrong')))
    expect(getStatuses(strangers).filter((status) => status === 429)).toHaveLength(25)
    expect((await login(account.email, account.password, '100.64.20.1')).status).toBe(429)
    expect((await login(account.email, account.password, '192.0.2.99')).status).toBe(200)
    const body = { email: account.email, password: account.password, devices: [device] }
    const onDevice = { body, headers: { 'x-forwarded-for': '100.64.21.1' } }
    expect((await createCaller(platform())('POST', '/auth/login', onDevice)).status).toBe(200)
    expect((await login(account.email, 'wrong')).status).toBe(429)
  })

  test('a known device and a known network wait only after their own failures', async () => {
    const account = await platform().addAccount([])
    const home = '192.0.2.7'
    const { device } = (await login(account.email, account.password, home)).body
    const signInOnDevice = (password: string) =>
      createCaller(platform())('POST', '/auth/login', {
        body: { email: account.email, password, devices: [device] },
        headers: { 'x-forwarded-for': `2001:db8:${createNetwork()}::1` },
      })
    const responses = await Promise.all(times(8, () => signInOnDevice('wrong')))
    expect(getStatuses(responses).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await login(account.email, account.password, home)).status).toBe(200)
    await Promise.all(times(5, () => login(account.email, 'wrong')))
    const atHome = await Promise.all(times(8, () => login(account.email, 'wrong', home)))
    expect(getStatuses(atHome).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test("a device is known only to its own account, and a forged one isn't known", async () => {
    const [ours, theirs] = [await platform().addAccount([]), await platform().addAccount([])]
    const { device } = (await login(ours.email, ours.password)).body
    const check = async (email: string, devices: string[]) =>
      (await createCaller(platform())('POST', '/auth/devices/check', { body: { email, devices } }))
        .body
    expect(await check(ours.email.toUpperCase(), ['x', device])).toEqual({ device })
    expect(await check(theirs.email, [device])).toEqual({ device: null })
    expect(await check('nobody@example.com', [device])).toEqual({ device: null })
    const [key, nonce, signature] = device.split('.')
    for (const forged of [`${key}.${nonce}.`, `${key}.x.${signature}`, `k0.${nonce}.${signature}`])
      expect(await check(ours.email, [forged, 'x'])).toEqual({ device: null })
  })

  test('only five of sixty concurrent wrong sign-ins are checked', async () => {
    const { email } = await platform().addAccount([])
    const statuses = getStatuses(await Promise.all(times(60, () => login(email, 'wrong'))))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(55)
  })

  test('a network must wait after fifty failures, even for different accounts', async () => {
    const signInWrongly = (from: string) => login(`${randomUUID()}@example.com`, 'wrong', from)
    // Only the last address counts because visitors can forge those before it.
    const answers = await Promise.all(
      times(50, (at) => signInWrongly(`198.51.${at}.1, 203.0.113.${at}`)),
    )
    expect(new Set(getStatuses(answers))).toEqual(new Set([401]))
    expect((await signInWrongly('203.0.113.200')).status).toBe(429)
    expect((await signInWrongly('198.51.100.1')).status).toBe(401)
  })

  test('only five of sixty concurrent password changes are checked, and one works after the wait', async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const answers = await Promise.all(times(60, () => change(call, buildChange(account, 'wrong'))))
    const throttled = answers.filter(({ status }) => status === 429)
    expect(getStatuses(answers).filter((status) => status === 422)).toHaveLength(5)
    expect(throttled).toHaveLength(55)
    for (const { body, headers } of throttled) {
      const detail = 'Too many attempts. Try again in 1 second.'
      expect(body).toMatchObject({ code: 'throttled', fields: { currentPassword: detail } })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await change(call, buildChange(account))).status).toBe(429)
    platform().advance(1000)
    expect((await change(call, buildChange(account))).status).toBe(200)
  })

  test("wrong sign-ins don't keep a signed-in user from changing the password", async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    await Promise.all(times(6, () => login(account.email, 'wrong')))
    expect((await change(call, buildChange(account))).status).toBe(200)
  })

  test("a change that is repeated with its idempotency key doesn't count as a guess", async () => {
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const key = randomUUID()
    for (const _ of times(8, String))
      expect((await change(call, buildChange(account), key)).status).toBe(200)
    expect((await change(call, buildChange(account, 'wrong'))).status).toBe(422)
  })

  test("a password that couldn't be checked doesn't count as a failure", async () => {
    const { platform: running } = platform()
    const account = await platform().addAccount([])
    const call = await openSession(platform(), account)
    const { verify } = running.passwords
    running.passwords.verify = () => Promise.reject(new Error('no memory'))
    for (const _ of times(8, String)) {
      expect((await login(account.email, account.password)).status).toBe(500)
      expect((await change(call, buildChange(account))).status).toBe(500)
    }
    running.passwords.verify = verify
    expect((await login(account.email, account.password)).status).toBe(200)
    expect((await change(call, buildChange(account))).status).toBe(200)
  })

  test('requests that wait for a hash hold neither a connection nor a row', async () => {
    const { platform: running } = platform()
    // There are more accounts than connections.
    const accounts = await Promise.all(times(12, () => platform().addAccount([])))
    const tokens = await Promise.all(accounts.map((account) => fetchToken(platform(), account)))
    const list = await openSession(platform())

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let waiting = 0
    const delayUntilRelease =
      <K extends unknown[], T>(work: (...given: K) => Promise<T>) =>
      async (...args: K) => {
        waiting++
        await released
        return work(...args)
      }
    const original: PasswordHasher = { ...running.passwords }
    Object.assign(running.passwords, {
      verify: delayUntilRelease(original.verify),
      hash: delayUntilRelease(original.hash),
    })
    const changes = accounts.map((account, at) =>
      change(createCaller(platform(), tokens[at]), buildChange(account)),
    )
    const signIns = times(100, (at) => login(`${at}@example.com`, 'wrong'))
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(112)
    // PGlite has one connection, so these calls would hang if a request held it.
    expect((await list('GET', '/sizes')).status).toBe(200)
    expect((await list('GET', '/users/roles/details')).status).toBe(200)
    release()
    await Promise.all(signIns)
    expect(new Set(getStatuses(await Promise.all(changes)))).toEqual(new Set([200]))
    Object.assign(running.passwords, original)
  })
})
