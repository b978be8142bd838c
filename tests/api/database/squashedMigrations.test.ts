import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { squashedMigrations } from '#server/platform/database/migrations/index.ts'
import { databases } from '#tests/api/support/databases.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { describeSchema } from './describeSchema.ts'

describe.each(databases)('Squashed migrations on $name', ({ name }) => {
  test('create the same schema as the migrations that they replaced', async () => {
    const { db, close } =
      name === 'PGlite'
        ? await openEmbeddedDatabase({})
        : await openServerDatabase(await createDatabase(), () => {})
    await migrate(db, { all: squashedMigrations })
    const schema = await describeSchema(db)
    await close()
    const expected = readFileSync('tests/cases/dataFolder-0.1/schema.txt', 'utf8')
    expect(schema.split('\n')).toEqual(expected.split('\n'))
  })
})
