import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A sign-in that is under way is one of a store's admins, or a test of its members' sign-on. */
export const memberFlows: Migration = {
  async up(db) {
    await sql`alter table sign_on_flows
      alter column sign_on_id drop not null,
      add column member_sign_on_id integer references member_sign_ons on delete cascade,
      add check (num_nonnulls(sign_on_id, member_sign_on_id) = 1)`.execute(db)
    await sql`create index sign_on_flows_member_sign_on_id_idx
      on sign_on_flows (member_sign_on_id, begun_at)`.execute(db)
  },
}
