import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { partitionByMonth } from './partitionByMonth.ts'
import type { MigrationDb } from './tables.ts'

/**
 * The events of payment providers and Printful, partitioned by month. A key over partitions would
 * have to include the month, so the keys that make an event count once get tables of their own.
 *
 * Each table is locked while its keys are copied and its new indexes are built, which takes about 10
 * seconds for a million events.
 */
export const eventMonths: Migration = {
  async up(db) {
    await copyKeys(db, 'payment_event', 'payment_setups')
    await partitionByMonth(db, 'payment_events', 'received_at')
    await copyKeys(db, 'printful_event', 'printful_setup')
    await partitionByMonth(db, 'printful_events', 'received_at')
    await sql`
      create index payment_events_last_idx on payment_events (setup_id, mode, received_at);
      create index payment_events_body_idx on payment_events (received_at) where body <> '';
      create index printful_events_body_idx on printful_events (received_at) where body <> '';
    `.execute(db)
    await createDropFunctions(db)
  },
}

const copyKeys = (db: MigrationDb, name: string, setups: string) =>
  sql
    .raw(
      `
    lock table ${name}s in access exclusive mode;
    create table ${name}_keys (
      setup_id integer not null references ${setups} (id) on delete cascade,
      event_id text collate "C" not null,
      primary key (setup_id, event_id)
    );
    insert into ${name}_keys select setup_id, event_id from ${name}s;
    alter table ${name}s drop constraint ${name}s_setup_id_event_id_key;
  `,
    )
    .execute(db)

/** Only the owner of a table can drop a month, so the function has the owner's permissions. */
const createDropFunctions = (db: MigrationDb) =>
  sql`
    -- Dropping a foreign key locks the table that it leads to. Takes locks in the same order as
    -- make_month.
    create function lock_to_drop(parent text) returns void language plpgsql as $$declare one text;
      begin
        for one in select distinct confrelid::regclass::text from pg_constraint
          where conrelid = parent::regclass and contype = 'f' order by 1
        loop execute format('lock table %s in access exclusive mode', one); end loop;
        execute format('lock table only %I in access exclusive mode', parent);
      end$$;
    create function drop_event_month(parent text, month text) returns void language plpgsql as $$begin
        if parent not in ('payment_events', 'printful_events') or month !~ '^\\d{4}_\\d\\d$' then
          raise exception 'Not a month of events: % %', parent, month;
        end if;
        perform lock_to_drop(parent);
        execute format('drop table if exists %I', parent || '_' || month);
      end$$;
    do $$begin
      execute format('alter function drop_event_month(text, text)
        security definer set search_path = %I, pg_temp', current_schema());
    end$$;
  `.execute(db)
