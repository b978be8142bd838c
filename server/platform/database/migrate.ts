import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { startupMessages } from '../messages.ts'
import { StartupError } from '../settings.ts'
import { migrationLockMs } from './databaseTimeouts.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { adoptOldDatabase } from './adoptOldDatabase.ts'

/**
 * Brings the tables up to date. Kysely holds an advisory lock, so replicas can start at once.
 * Throws a `StartupError` if another transaction locks a table for longer than `lockMs`, because
 * later transactions would wait behind the migration, or if the database is too old.
 */
export async function migrate(
  db: Kysely<Database>,
  { all = migrations, lockMs = migrationLockMs } = {},
): Promise<void> {
  const applied = await readMigrationNames(db)
  if (Object.keys(all).every((name) => applied.has(name))) return
  await db.connection().execute(async (connection) => {
    const provider = { getMigrations: () => Promise.resolve(withLockTimeout(all, lockMs)) }
    const migrator = new Migrator({
      db: connection,
      provider,
      // Each migration belongs to one area, so a later one may have a lower number.
      allowUnorderedMigrations: true,
    })
    // No timeouts here: another replica may be migrating, and a migration may take long.
    await sql`set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`.execute(
      connection,
    )
    try {
      if (applied.size > 0) await adoptOldDatabase(connection)
      const { error } = await migrator.migrateToLatest()
      if (isLockTimeout(error))
        throw new StartupError(startupMessages.tableInUse(lockMs), { cause: error })
      if (error) throw error
    } finally {
      await sql`reset lock_timeout; reset statement_timeout; reset idle_in_transaction_session_timeout`.execute(
        connection,
      )
    }
  })
}

/** Reads them directly, because the migrator reads the whole system catalog at every start. */
async function readMigrationNames(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ made: string | null }>`
    select to_regclass('kysely_migration')::text as made`.execute(db)
  if (!rows[0]?.made) return new Set()
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(applied.rows.map(({ name }) => name))
}

/**
 * Sets the lock timeout in each migration. All run in one transaction, and an earlier one may have
 * changed it.
 */
const withLockTimeout = (all: Record<string, Migration>, lockMs: number) =>
  Object.fromEntries(
    Object.entries(all).map(([name, { up }]): [string, Migration] => [
      name,
      {
        async up(db) {
          await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(db)
          await up(db)
        },
      },
    ]),
  )

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'
