import { afterAll, beforeAll } from 'vitest'
import { need } from '#tests/support/need.ts'
import { newDatabase } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

/** A kind of database; `make` answers the DATABASE_URL of a new one that has its tables, where it has an address. */
type Database = {
  name: string
  make: () => Promise<string | undefined>
  connections?: number
  /** Whether calls are answered as the program's own role, which doesn't own the tables. */
  hasProgramRole?: boolean
}

const pglite: Database = { name: 'PGlite', make: async () => undefined }
const postgres: Database = {
  name: 'PostgreSQL',
  make: () => newDatabase('migrated'),
  hasProgramRole: true,
}
/** What waits inside a transaction for something outside of it waits for ever here, as it does on PGlite, which takes ten times as long to open. */
const oneConnection: Database = {
  ...postgres,
  name: 'PostgreSQL by one connection',
  connections: 1,
  hasProgramRole: false,
}

/** Whether this machine has PostgreSQL, which is installed where it can be. */
export const hasPostgres = (await need('postgres')) !== ''

/** What the whole API suite runs on, with equal answers; PostgreSQL where the machine has it. */
export const databases: Database[] = hasPostgres ? [pglite, postgres] : [pglite]

/**
 * What an area is tried on: PostgreSQL while the whole suite runs, by one connection for PGlite; both where its tests are chosen
 * (`npm test -- PATTERN`). What hangs on the database itself is tried on `databases`.
 */
export const usually = (name: 'PGlite' | 'PostgreSQL'): Database[] =>
  process.env['WHOLE_SUITE'] && hasPostgres
    ? [name === 'PGlite' ? oneConnection : postgres]
    : databases

/** Of a walk over all resources or calls this database has its share: each sixth goes to PGlite, the others to PostgreSQL, which takes a fifth of the time. */
export const shareOf = <Item>({ name }: Database, walked: readonly Item[]): Item[] =>
  hasPostgres
    ? walked.filter((_item, at) => (at % 6 === 0) === (name === pglite.name))
    : [...walked]

/** A platform for the tests of this block, on the given kind of database. */
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
