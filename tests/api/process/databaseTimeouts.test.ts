import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerDatabase } from '#server/platform/database/database.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import {
  defaultTimeouts,
  noTimeouts,
  backgroundTimeouts,
} from '#server/platform/database/databaseTimeouts.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/index.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import { fetchToken, createCaller } from '../support/calling.ts'
import { hasPostgres } from '../support/databases.ts'
import { countWaiting } from '../support/waiting.ts'

describe.skipIf(!hasPostgres)('Database timeouts', () => {
  let url: string
  let other: OpenDatabase
  beforeAll(async () => {
    url = await createDatabase('migrated')
    other = await openServerDatabase(url, () => {}, 2, noTimeouts)
  })
  afterAll(() => other.close())

  /** Does this while another connection locks a table. */
  const withLockedTable = <Result>(table: string, work: () => Promise<Result>): Promise<Result> =>
    other.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
      // Returns an array, because a transaction always waits for a promise.
      const [result] = [await work()]
      return result
    })

  test('apply to every connection: longer ones to jobs, none to commands', async () => {
    const readTimeouts = async (db: OpenDatabase['db']) => {
      const { rows } = await sql<{ setting: string }>`
        select setting from pg_settings where name in
          ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
        order by name`.execute(db)
      return rows.map(({ setting }) => Number(setting))
    }
    const opened = await openServerDatabase(url, () => {})
    const { statementMs, lockMs, idleTransactionMs } = defaultTimeouts
    expect(await readTimeouts(opened.db)).toEqual([idleTransactionMs, lockMs, statementMs])
    expect(await readTimeouts(opened.backgroundDb)).toEqual([
      backgroundTimeouts.idleTransactionMs,
      backgroundTimeouts.lockMs,
      backgroundTimeouts.statementMs,
    ])
    expect(await readTimeouts(other.db)).toEqual([0, 0, 0])
    await opened.close()
  })

  test('a call that takes too long or waits too long for a lock is 503 with the reason', async () => {
    const open = (timeouts: Partial<typeof noTimeouts>) =>
      startTestPlatform({ databaseUrl: url, timeouts: { ...noTimeouts, ...timeouts } })
    const [slow, locked] = [await open({ statementMs: 300 }), await open({ lockMs: 300 })]
    const token = await fetchToken(slow, slow.operator)
    const [callSlow, callLocked] = [createCaller(slow, token), createCaller(locked, token)]
    const [canceled, waited] = await withLockedTable('sizes', () =>
      Promise.all([callSlow('GET', '/sizes'), callLocked('GET', '/sizes')]),
    )
    expect(canceled).toMatchObject({ status: 503, body: { code: 'timeout' } })
    expect(canceled.body.detail).toMatch(
      /^The request took too long, so the database canceled it\./,
    )
    expect(canceled.headers.get('retry-after')).toBe('30')
    expect(waited).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect((await callSlow('GET', '/sizes')).status).toBe(200)
    await Promise.all([slow.stop(), locked.stop()])
  })

  test('an idle transaction ends, and its locks are free', async () => {
    const { db, close } = await openServerDatabase(url, () => {}, 1, {
      ...noTimeouts,
      idleTransactionMs: 200,
    })
    const idle = db.transaction().execute(async (trx) => {
      await sql`lock table colors in access exclusive mode`.execute(trx)
      await sql`select count(*) from colors`.execute(other.db)
      await sql`select 1`.execute(trx)
    })
    await expect(idle).rejects.toThrow()
    await close()
  })

  const addColumn: Migration = {
    up: (db) => sql`alter table sizes add column added integer`.execute(db) as Promise<never>,
  }
  const all = { ...migrations, '9999_addColumn': addColumn }

  test('a migration gives up on a locked table, and says what to do', async () => {
    const { db, close } = await openServerDatabase(url, () => {}, 1)
    const failure = await withLockedTable('sizes', () =>
      migrate(db, { all, lockMs: 2000 }).catch((error: unknown) => error),
    )
    expect(failure).toMatchObject({
      name: 'StartupError',
      message:
        "The database tables can't be updated: something else held one of them for more than 2 seconds. Stop long queries and other programs that use this database, then start again.",
    })
    await migrate(db, { all, lockMs: 2000 })
    expect(await sql`select added from sizes`.execute(db)).toMatchObject({ rows: [] })
    const { rows } = await sql`show lock_timeout`.execute(db)
    expect(rows).toEqual([{ lockTimeout: '10s' }])
    await close()
  })

  test('a replica waits while another one migrates', async () => {
    const { db, close } = await openServerDatabase(url, () => {}, 1, { ...noTimeouts, lockMs: 100 })
    const { migrating } = await other.db.transaction().execute(async (trx) => {
      // The lock of Kysely's migrator (its PostgreSQL adapter).
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx)
      const migrating = migrate(db, { all: { ...all, '9999_nothing': { up: async () => {} } } })
      migrating.catch(() => {})
      await expect.poll(() => countWaiting(other.db), { timeout: 5000 }).toBeGreaterThan(0)
      await sql`select pg_sleep(0.3)`.execute(trx)
      return { migrating }
    })
    await migrating
    await close()
  })
})
