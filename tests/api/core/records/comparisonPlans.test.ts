import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { buildCondition } from '#server/platform/core/records/list/filters.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('Filters of members on $name', (database) => {
  const platform = usePlatform(database)
  beforeAll(async () => {
    await sql`analyze members`.execute(platform().platform.db)
  })

  /** Returns the plan of a list's rows if PostgreSQL reads the whole table only as a last resort. */
  async function explain(filter: string): Promise<string> {
    const { db, now } = platform().platform
    const resource = { ...getResourceModule('members'), storeIds: null }
    const { query, problems } = parseListQuery(resource, new URLSearchParams(filter))
    expect(problems).toEqual([])
    return db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const condition = await buildCondition(trx, resource, query, now())
      const { rows } = await sql<Record<string, string>>`
        explain select id from members where ${condition}`.execute(trx)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
  }

  test.each([
    'filter[email][eq]=Ana@example.com',
    'filter[email][in]=ana@example.com,felix@example.com',
    'filter[email][starts]=felix',
    'filter[storeId][in]=1,2',
    'filter[createdAt][within]=last-7-days',
    'filter[createdAt][between]=2026-01-01,2026-01-31',
  ])('%s uses an index', async (filter) => {
    expect(await explain(filter)).toMatch(/Index Cond/)
  })
})
