import { expect, test } from 'vitest'
import { visitor } from '#tests/api/support/calling.ts'
import { newDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import { runPlatform, temporaryFolder } from '#tests/api/support/processes.ts'

test.skipIf(!hasPostgres)(
  'a platform that only answers calls leaves its jobs to a worker on the same database',
  async () => {
    await using folder = await temporaryFolder()
    const operator = { OPERATOR_EMAIL: 'me@example.com', OPERATOR_PASSWORD: 'Operator-pass-12345' }
    const env = { DATABASE_URL: await newDatabase('migrated'), DATA_DIR: folder.path, ...operator }
    await using web = runPlatform({ ...env, PLATFORM_ROLE: 'web' })
    const { url } = await web.listening
    const login = { email: operator.OPERATOR_EMAIL, password: operator.OPERATOR_PASSWORD }
    const { body } = await visitor({ url })('POST', '/auth/login', { body: login })
    const call = visitor({ url }, body.token)
    const start = async () => (await call('POST', '/stores/checks')).body.id
    const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body
    const statusOf = async (id: number) => (await read(id)).status
    const before = await start()

    const begun = Date.now()
    await using worker = runPlatform({ ...env, PLATFORM_ROLE: 'worker' })
    const told = await worker.listening
    await expect.poll(() => statusOf(before), { timeout: 20_000 }).toBe('done')
    const done = await read(before)
    expect(Date.parse(done.startedAt)).toBeGreaterThan(begun)
    expect(done.rows.total).toBeGreaterThan(0)
    const next = await start()
    await expect.poll(() => statusOf(next), { timeout: 20_000 }).toBe('done')

    // It answers that it lives, and no calls; nobody signs in there, so it makes no account.
    expect(told.operator).toBeNull()
    expect(await (await fetch(`${told.url}/healthz`)).text()).toBe('ok\n')
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok\n')
    const refused = await fetch(`${told.url}/stores`)
    expect([refused.status, (await refused.json()).detail]).toEqual([
      404,
      'This process only runs jobs, as set in PLATFORM_ROLE.',
    ])
    for (const platform of [worker, web]) {
      platform.kill('SIGTERM')
      expect(await platform.ended).toMatchObject({ code: 0, err: '' })
    }
  },
  90_000,
)
