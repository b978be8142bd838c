import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'
import { accounts } from './001_accounts.ts'
import { writes } from './002_writes.ts'
import { sizes } from './003_sizes.ts'
import { lists } from './004_lists.ts'

/** Every change of the tables, in order. One that was released must not be edited: add another. */
const migrations: Record<string, Migration> = {
  '001_accounts': accounts,
  '002_writes': writes,
  '003_sizes': sizes,
  '004_lists': lists,
}

/** Brings the tables up to date. Kysely holds an advisory lock, so that replicas may start at once. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}
