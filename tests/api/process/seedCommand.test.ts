import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDatabase } from '#server/platform/seed/seedDatabase.ts'
import { StartupError } from '#server/platform/settings.ts'
import { createCaller } from '../support/calling.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '../support/databases.ts'
import { runPlatform, createTemporaryFolder } from '../support/processes.ts'

type Run = { code: number; out: string; err: string }

/** Runs the script of `npm run seed` with these arguments. */
function runSeed(args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env } }
    execFile(process.execPath, ['scripts/seed.mjs', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** The timeout of tests that create databases and start several programs, in ms. */
const slow = 300_000

const smallArgs = ['--stores', '2', '--members', '30', '--orders', '50', '--days', '7']

/** Does in this process what the script does with `smallArgs`, without loading the sources again. */
const seedSmall = (env: Record<string, string>) =>
  seedDatabase(env, {
    size: { stores: 2, members: 30, orders: 50, days: 7, logs: 50 },
    seed: 1,
    onRows: () => {},
  })

describe('npm run seed', () => {
  test.each([
    [['--stores', 'many'], '--stores must be a whole number from 1 to 100000, not "many".'],
    [['--stores', '0'], '--stores must be a whole number from 1 to 100000, not "0".'],
    [['--members=-1'], '--members must be a whole number from 0 to 20000000, not "-1".'],
    [['--members', ''], '--members must be a whole number from 0 to 20000000, not "".'],
    [['--days', '2.5'], '--days must be a whole number from 1 to 366, not "2.5".'],
    [['--shops', '5'], /^Unknown arguments: --shops 5\. Use npm run seed -- --stores/],
    [['5000'], /^Unknown arguments: 5000\. /],
  ])('rejects %j with one sentence', async (args, sentence) => {
    await using folder = await createTemporaryFolder()
    const { code, out, err } = await runSeed(args, { DATA_DIR: join(folder.path, 'data') })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n')).toHaveLength(1)
    if (typeof sentence === 'string') expect(err.trim()).toBe(sentence)
    else expect(err).toMatch(sentence)
  })

  test('reports an unreachable database with one sentence', async () => {
    const { code, err } = await runSeed(smallArgs, { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(code).toBe(1)
    expect(err).toBe(
      "We can't connect to the database in DATABASE_URL. Check the URL, and make sure that the database is running.\n",
    )
  })

  describe('on a data folder', () => {
    const cleanup = new AsyncDisposableStack()
    let path: string
    let run: Run
    let platform: ReturnType<typeof runPlatform>
    beforeAll(async () => {
      path = cleanup.use(await createTemporaryFolder()).path
      run = await runSeed(smallArgs, { DATA_DIR: path })
      platform = cleanup.use(runPlatform({ DATA_DIR: path }))
    }, slow)
    afterAll(() => cleanup.disposeAsync())

    test('fills a new folder, which the platform then uses', { timeout: slow }, async () => {
      expect(run).toMatchObject({ code: 0, err: '' })
      expect(run.out).toMatch(
        /^Added [\d,]+ rows in [\d.]+ s \([\d,]+ rows\/s\), with all indexes\.$/m,
      )
      const { url, operator } = await platform.listening
      const { email, password } = operator
      const { body } = await createCaller({ url })('POST', '/auth/login', {
        body: { email, password },
      })
      const call = createCaller({ url }, body.token)
      const total = async (list: string) => (await call('GET', `/${list}`)).body.page.total
      expect([await total('stores'), await total('members'), await total('sizes')]).toEqual([
        2, 30, 60,
      ])
    })

    test('rejects a folder that a platform uses', { timeout: slow }, async () => {
      await platform.listening
      const seeding = seedSmall({ DATA_DIR: path })
      await expect(seeding).rejects.toThrow(StartupError)
      await expect(seeding).rejects.toThrow(
        /^Another process is using the data folder .*\. Stop that process.*$/,
      )
    })
  })

  test.runIf(hasPostgres)(
    'adds to the data of a PostgreSQL server',
    async () => {
      const url = await createDatabase()
      const client = new Client({ connectionString: url })
      try {
        for (let run = 1; run <= 2; run++)
          expect(await seedSmall({ DATABASE_URL: url })).toBeGreaterThan(100)
        await client.connect()
        const { rows } = await client.query(`select count(*)::int as stores,
        count(distinct code)::int as codes, sum(members)::int as members from stores`)
        expect(rows).toEqual([{ stores: 4, codes: 4, members: 60 }])
      } finally {
        await client.end()
      }
    },
    slow,
  )
})
