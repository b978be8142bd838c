import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/index.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

/** Each character up to U+FFFF between letters and marks, and before an accent. */
const texts = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1))
  .filter((character) => character.isWellFormed())
  .map((character) => `É${character}.${character}\u3099'`)

const events = ['a.updated', 'a.created', 'a.deleted', 'a.restored', 'created', 'a.created.b', null]
const changes = ['{}', '{"a": [1, 2]}', '{"a": {"after": [1], "before": "É[x"}}', '[]', null]

describe.each(chooseDatabases('PostgreSQL'))('Faster folding on $name', ({ name }) => {
  let database: OpenDatabase
  let before: unknown[]
  beforeAll(async () => {
    database =
      name === 'PGlite'
        ? await openEmbeddedDatabase({})
        : await openServerDatabase(await createDatabase(), () => {}, 1)
    const all = Object.entries(migrations).filter(([migration]) => migration < '0062')
    await migrate(database.db, { all: Object.fromEntries(all) })
    expect(await usesIndex()).toBe(true)
    before = await foldAll()
    await migrate(database.db)
  })
  afterAll(() => database.close())

  async function foldAll() {
    const folded = await sql<{ text: string | null }>`
      select folded(text) as text from unnest(${[...texts, null]}::text[]) with ordinality as given (text, place)
      order by place`.execute(database.db)
    const changed = await sql<{ text: string | null }>`
      select log_change_text(event, changes) as text
      from unnest(${events}::text[]) with ordinality as one (event, at)
        cross join unnest(${changes}::jsonb[]) with ordinality as other (changes, place)
      order by at, place`.execute(database.db)
    return [...folded.rows, ...changed.rows].map(({ text }) => text)
  }

  /** Whether a search in what entries changed reads an index. */
  async function usesIndex(): Promise<boolean> {
    return database.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`explain select from audit
        where folded(log_change_text(event, changes)) like '%9f1239%'`.execute(trx)
      return rows.some((row) => row['QUERY PLAN']?.includes('Index Cond'))
    })
  }

  test('returns the same for every text', async () => {
    expect(await foldAll()).toEqual(before)
  })

  test('lets connections that are open use the index', async () => {
    expect(await usesIndex()).toBe(true)
  })
})
