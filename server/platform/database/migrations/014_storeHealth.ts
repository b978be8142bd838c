import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/** What stores keep of how they do: triggers mark whom a statement touched; its transaction settles them (stores/settleStores.ts). */
export const storeHealth: Migration = {
  async up(db) {
    await sql`alter table stores
      add column readiness_checks jsonb not null default '[]',
      add column refusals jsonb,
      add column domain_lost_at timestamptz(3),
      add column domain_asked_at timestamptz(3),
      add column held_status text collate "C",
      add column held_reason text collate "C",
      add column held boolean generated always as (delete_after is not null) stored not null`.execute(
      db,
    )
    await sql`create index stores_held_sort_idx on stores (held, id)`.execute(db)
    // Of stores that are held already the log knows what they were.
    await sql`
      update stores set
        held_status = coalesce(planned.changes -> 'status' ->> 'before', stores.status),
        held_reason = case when planned.changes -> 'statusReason' is null then stores.status_reason
          else planned.changes -> 'statusReason' ->> 'before' end
      from (
        select distinct on (target_id) target_id, changes from audit
        where event = 'stores.deletionPlanned' order by target_id, id desc) as planned
      where stores.id = planned.target_id and stores.delete_after is not null`.execute(db)

    await sql`alter table audit
      add column cause text collate "C",
      add column fault text collate "C" generated always as (
        case when result = 'failed' then md5(
          stream || ' ' || severity || ' ' || event || ' ' || actor || ' ' || coalesce(target_type, '')
          || ' ' || coalesce(target_id::text, '') || ' ' || coalesce(cause, '')) end) stored`.execute(
      db,
    )
    await sql`create index audit_fault_idx on audit (store_id, fault, time, id)
      where fault is not null`.execute(db)

    // Null is all stores. No key: two that mark the same store do not wait for each other.
    await sql`create table store_marks (store_id integer)`.execute(db)
    await addMarks(db)
    await sql`insert into store_marks values (null)`.execute(db)
  },
}

async function addMarks(db: MigrationDb): Promise<void> {
  const marking = (name: string, body: string) =>
    sql`create function ${sql.id(name)}() returns trigger language plpgsql as ${sql.lit(
      `begin ${body} return null; end`,
    )}`.execute(db)
  await marking('mark_this_store', 'insert into store_marks values (new.id);')
  await marking('mark_every_store', 'insert into store_marks values (null);')
  await marking(
    'mark_their_stores',
    'insert into store_marks select distinct store_id from changed where store_id is not null;',
  )
  await marking(
    'mark_its_store',
    `if tg_op <> 'INSERT' then insert into store_marks values (old.store_id); end if;
     if tg_op <> 'DELETE' then insert into store_marks values (new.store_id); end if;`,
  )

  await sql`create trigger mark_readiness
    after insert or update of type, organisation_id, theme_id, primary_colour, text_colour, domain,
      domain_verified_at, domain_lost_at, admin_name, admin_email
    on stores for each row execute function mark_this_store()`.execute(db)
  await sql`create trigger mark_readiness after insert or update or delete
    on store_defaults for each row execute function mark_every_store()`.execute(db)
  await sql`create trigger mark_readiness after update of status
    on themes for each row execute function mark_every_store()`.execute(db)
  await sql`create trigger mark_readiness after insert or delete or update of store_id, is_default
    on member_groups for each row execute function mark_its_store()`.execute(db)
  await sql`create trigger mark_readiness after insert or update or delete
    on integrations for each row execute function mark_its_store()`.execute(db)
  // Many rows come at once: each statement is looked through when it is done.
  for (const table of ['members', 'store_days', 'payment_attempts'])
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['update', 'old'],
      ['delete', 'old'],
    ] as const)
      await sql`create trigger ${sql.id(`mark_readiness_${event}_${rows}`)}
        after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function mark_their_stores()`.execute(db)
}
