import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who asked for credits, set their limits or made a change is kept by account besides the address, which changes and may then be
 * another's. Logs are chained by the address as before. Of what is there already, requests and limits get the account that has it now.
 */
export const actingAccounts: Migration = {
  async up(db) {
    await sql`create function acting_account() returns integer language sql stable as ${sql.lit(
      `select nullif(current_setting('platform.account', true), '')::integer`,
    )}`.execute(db)
    for (const [table, column] of [
      ['audit', 'actor_id'],
      ['credit_requests', 'asker_id'],
      ['credit_limit_steps', 'set_by_id'],
    ] as const) {
      // By itself: added with its default, the rows there would have it too.
      await sql`alter table ${sql.table(table)} add column ${sql.id(column)} integer`.execute(db)
      await sql`alter table ${sql.table(table)}
        alter column ${sql.id(column)} set default acting_account()`.execute(db)
    }
    await sql`update credit_requests
      set asker_id = (select id from users where email = credit_requests.created_by)`.execute(db)
    await sql`alter table credit_limit_steps disable trigger user`.execute(db)
    await sql`update credit_limit_steps
      set set_by_id = (select id from users where email = credit_limit_steps.set_by)`.execute(db)
    await sql`alter table credit_limit_steps enable trigger user`.execute(db)
  },
}
