import { afterAll, beforeAll } from 'vitest'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

/**
 * A kind of database. `make` creates one with tables and returns its DATABASE_URL, if it has one.
 */
type Database = {
  name: string
  make: () => Promise<string | undefined>
  connections?: number
  /** Answers calls as the program's role, which doesn't own the tables. */
  hasProgramRole?: boolean
}

const pglite: Database = { name: 'PGlite', make: async () => undefined }
const postgres: Database = {
  name: 'PostgreSQL',
  make: () => createDatabase('migrated'),
  hasProgramRole: true,
}
/**
 * Deadlocks if a transaction waits for something outside of it, as PGlite does. Opens ten times as
 * fast.
 */
const oneConnection: Database = {
  ...postgres,
  name: 'PostgreSQL by one connection',
  connections: 1,
  hasProgramRole: false,
}

/** True if this machine has PostgreSQL. The run installs it if it can. */
export const hasPostgres = (await getPrerequisite('postgres')) !== ''

/** The databases of the API suite, which must give equal answers. PostgreSQL only if available. */
export const databases: Database[] = hasPostgres ? [pglite, postgres] : [pglite]

/**
 * Chooses the databases for an area's tests. The whole suite runs them on PostgreSQL, with one
 * connection instead of PGlite; `npm test -- PATTERN` runs them on both. Tests of the database
 * itself use `databases`.
 */
export const chooseDatabases = (name: 'PGlite' | 'PostgreSQL'): Database[] =>
  process.env['WHOLE_SUITE'] && hasPostgres
    ? [name === 'PGlite' ? oneConnection : postgres]
    : databases

/**
 * Returns a database's share of all resources or calls: every 24th for PGlite, the others
 * for PostgreSQL, which takes a fifth of the time.
 */
export const getShare = <Item>({ name }: Database, items: readonly Item[]): Item[] =>
  hasPostgres ? items.filter((_item, at) => (at % 24 === 0) === (name === pglite.name)) : [...items]

/** Starts a platform for the tests of a describe block. */
export function usePlatform(
  database: Database,
  options: Omit<Parameters<typeof startTestPlatform>[0] & object, 'databaseUrl'> = {},
): () => TestPlatform {
  let running: TestPlatform | undefined
  beforeAll(async () => {
    const databaseUrl = await database.make()
    const { connections, hasProgramRole = false } = database
    const server = {
      ...(databaseUrl && { databaseUrl, hasProgramRole }),
      ...(connections && { connections }),
    }
    running = await startTestPlatform({ ...options, ...server })
  })
  afterAll(() => running?.stop())
  return () => {
    if (!running) throw new Error('The platform is not running: usePlatform() belongs in describe')
    return running
  }
}
