import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * The permissions of the program's role on the logs. It adds entries, which a trigger of the owner
 * chains, and signs checkpoints and anchors, but can't otherwise change or delete them. It can read
 * and write all other tables.
 */
const logGrants: Readonly<Record<string, string>> = {
  audit: 'select, insert',
  log_chain: 'select',
  log_heads: 'select',
  log_checkpoints: 'select, insert',
  log_anchors: 'select, insert, update (key, signature)',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

/** Tables with monthly partitions. Retention reads the partitions of the logs by name. */
const partitionedTables = ['audit', 'log_chain']

/**
 * Grants the program's role its permissions (server/docs/deploy.md, "Database roles"). Runs as the
 * owner of the tables after each migration, and is idempotent.
 */
export async function grantProgramRole(owner: Kysely<Database>, role: string): Promise<void> {
  const roleId = sql.id(role)
  await owner.transaction().execute(async (trx) => {
    // Replicas that start at once would update the same rows of the system catalog.
    await sql`select pg_advisory_xact_lock(hashtext('database roles'))`.execute(trx)
    await sql`grant usage on schema public to ${roleId}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${roleId}`.execute(
      trx,
    )
    await sql`grant usage, select, update on all sequences in schema public to ${roleId}`.execute(
      trx,
    )
    await sql`alter default privileges in schema public grant select on tables to ${roleId}`.execute(
      trx,
    )
    const { rows: partitions } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = any(${partitionedTables}::text[]::regclass[])`.execute(trx)
    const grants = [
      ...Object.entries(logGrants),
      ...partitions.map(({ name }): [string, string] => [name, 'select']),
    ]
    for (const [table, permissions] of grants) {
      await sql`revoke all on ${sql.table(table)} from ${roleId}`.execute(trx)
      await sql`grant ${sql.raw(permissions)} on ${sql.table(table)} to ${roleId}`.execute(trx)
    }
  })
}

/** Returns the role that a connection acts as. */
export async function getCurrentRole(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}
