import { afterAll, beforeAll } from 'vitest'
import { need } from '#tests/support/need.ts'
import { newDatabase } from '#tests/support/newDatabase.ts'
import { startTestPlatform } from '#tests/support/platform.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** A kind of database; `make` answers the DATABASE_URL of a new one that has its tables, where it has an address. */
type Database = { name: string; make: () => Promise<string | undefined> }

const pglite: Database = { name: 'PGlite', make: async () => undefined }
const postgres: Database = { name: 'PostgreSQL', make: () => newDatabase('migrated') }

/** Whether this machine has PostgreSQL, which is installed where it can be. */
export const hasPostgres = (await need('postgres')) !== ''

/** What the whole API suite runs on, with equal answers; PostgreSQL where the machine has it. */
export const databases: Database[] = hasPostgres ? [pglite, postgres] : [pglite]

/** What this database has of a walk over all resources or calls: one after the other they are walked on one of the databases each. */
export const shareOf = <Item>({ name }: Database, walked: readonly Item[]): Item[] =>
  walked.filter((_item, at) => databases[at % databases.length]?.name === name)

/** A platform for the tests of this block, on the given kind of database. */
export function usePlatform(
  database: Database,
  options: Omit<Parameters<typeof startTestPlatform>[0] & object, 'databaseUrl'> = {},
): () => TestPlatform {
  let running: TestPlatform | undefined
  beforeAll(async () => {
    const databaseUrl = await database.make()
    running = await startTestPlatform({ ...options, ...(databaseUrl ? { databaseUrl } : {}) })
  })
  afterAll(() => running?.stop())
  return () => {
    if (!running) throw new Error('The platform is not running: usePlatform() belongs in describe')
    return running
  }
}
