import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const memberGroupColumns = {
  unit: 'text collate "C"',
  spend_limit: 'bigint',
  spend_period: 'text collate "C"',
  credit_amount: 'bigint',
  credit_period: 'text collate "C"',
  credit_days: 'integer',
}

export const memberGroups: Migration = {
  async up(db) {
    await sql`alter table member_groups add column rules text[] collate "C" not null default '{}'`.execute(
      db,
    )
    await sql`create index member_groups_rules_idx on member_groups using gin (rules)`.execute(db)
    for (const [name, type] of Object.entries(memberGroupColumns)) {
      await sql`alter table member_groups add column ${sql.id(name)} ${sql.raw(type)}`.execute(db)
      const key = type.startsWith('text') ? sql`lower(${sql.id(name)})` : sql.id(name)
      await sql`create index ${sql.id(`member_groups_${name}_sort_idx`)} on member_groups (${key}, id)`.execute(
        db,
      )
    }
    // An entry of a credit programme is given to a member once a period, whoever is at it.
    await sql`create unique index credit_entries_programme_idx on credit_entries (member_id, reference)
      where reference like 'programme %'`.execute(db)
  },
}
