import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countEach } from '#server/platform/core/records/list/count.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(databases)('Counts on $name', (database) => {
  const platform = usePlatform(database)
  beforeAll(async () => {
    await sql`create table counted (id integer)`.execute(platform().platform.db)
    await sql`insert into counted select generate_series(1, 20000)`.execute(platform().platform.db)
  })

  test('stop just above the limit, and are not counted again if they reached it', async () => {
    const { db } = platform().platform
    const table = sql.table('counted')
    const queries = [
      { table, condition: sql<boolean>`id > 0` },
      { table, condition: sql<boolean>`id <= 5` },
    ]
    expect(await countEach(db, queries)).toEqual([10_001, 5])
    await sql`delete from counted where id <= 3 or id > 100`.execute(db)
    expect(await countEach(db, queries)).toEqual([10_001, 2])
    expect(await countEach(db, queries.slice(0, 1))).toEqual([10_001])
  })
})
