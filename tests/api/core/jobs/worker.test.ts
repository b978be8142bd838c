import { expect, test } from 'vitest'
import { createCaller } from '#tests/api/support/calling.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import { runPlatform, createTemporaryFolder } from '#tests/api/support/processes.ts'

test.skipIf(!hasPostgres)(
  'a web process leaves its jobs to a worker on the same database',
  async () => {
    await using folder = await createTemporaryFolder()
    const operator = { OPERATOR_EMAIL: 'me@example.com', OPERATOR_PASSWORD: 'Operator-pass-12345' }
    const env = {
      DATABASE_URL: await createDatabase('migrated'),
      DATA_DIR: folder.path,
      ...operator,
    }
    await using web = runPlatform({ ...env, PLATFORM_ROLE: 'web' })
    const { url } = await web.listening
    const login = { email: operator.OPERATOR_EMAIL, password: operator.OPERATOR_PASSWORD }
    const { body } = await createCaller({ url })('POST', '/auth/login', { body: login })
    const call = createCaller({ url }, body.token)
    const start = async () => (await call('POST', '/stores/checks')).body.id
    const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body
    const loadStatus = async (id: number) => (await read(id)).status
    const firstJob = await start()

    const startedAt = Date.now()
    await using worker = runPlatform({ ...env, PLATFORM_ROLE: 'worker' })
    const workerInfo = await worker.listening
    await expect.poll(() => loadStatus(firstJob), { timeout: 20_000 }).toBe('done')
    const done = await read(firstJob)
    expect(Date.parse(done.startedAt)).toBeGreaterThan(startedAt)
    expect(done.rows.total).toBeGreaterThan(0)
    const next = await start()
    await expect.poll(() => loadStatus(next), { timeout: 20_000 }).toBe('done')

    // A worker answers health checks but no calls, and creates no operator account.
    expect(workerInfo.operator).toBeNull()
    expect(await (await fetch(`${workerInfo.url}/healthz`)).text()).toBe('ok\n')
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok\n')
    const rejected = await fetch(`${workerInfo.url}/stores`)
    expect([rejected.status, (await rejected.json()).detail]).toEqual([
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
