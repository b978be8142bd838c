import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { startupMessages } from '../messages.ts'
import { StartupError } from '../settings.ts'
import { squashedMigrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

/** Until version 0.1 there were this many migrations. Their names had three digits. */
const oldMigrationCount = 108
const isOldName = (name: string) => /^\d{3}_/.test(name)

/**
 * Adopts a database that ran all migrations of version 0.1: records the squashed migrations in
 * place of the old ones, in one transaction. Leaves other databases alone. Throws a `StartupError`
 * if old migrations are missing.
 */
export async function adoptOldDatabase(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The lock of Kysely's migrator: another replica may be doing the same.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx)
    const oldNames = rows.map(({ name }) => name).filter(isOldName)
    if (oldNames.length === 0) return
    if (oldNames.length < oldMigrationCount) throw new StartupError(startupMessages.databaseTooOld)
    await sql`delete from kysely_migration where name in (${sql.join(oldNames)})`.execute(trx)
    const names = Object.keys(squashedMigrations).map((name) => sql`(${name}, now()::text)`)
    await sql`insert into kysely_migration (name, timestamp) values ${sql.join(names)}`.execute(trx)
  })
}
