import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { partitionByMonth } from './partitionByMonth.ts'
import type { MigrationDb } from './tables.ts'

/**
 * Failed payments, partitioned by the month of their attempt. A key over partitions would have to
 * include the month, so the table `payment_attempt_keys` has a row for each attempt: charges refer
 * to it, it makes a provider's reference count once, and it finds the months of an order's attempts.
 *
 * Failed payments and charges are locked while the keys are copied and the new primary key is built.
 */
export const attemptMonths: Migration = {
  async up(db) {
    await createKeys(db)
    const triggers = await dropTriggers(db)
    await sql`
      -- The table of keys has these instead. No list sorts by the masked name of a member, and another
      -- index begins with the order or the next retry.
      drop index payment_attempts_reference_idx, payment_attempts_reference_text_idx,
        payment_attempts_order_id_idx, payment_attempts_member_sort_idx, payment_attempts_due_idx;
    `.execute(db)
    await partitionByMonth(db, 'payment_attempts', 'attempted_at')
    await sql`
      -- With more statistics, PostgreSQL chooses the right plan for searches.
      alter table payment_attempts alter column search_text set statistics 500;
    `.execute(db)
    for (const trigger of triggers) await sql.raw(trigger).execute(db)
    await createKeyTriggers(db)
    await createDropFunction(db)
    await keepDroppedReasons(db)
  },
}

const createKeys = (db: MigrationDb) =>
  sql`
    -- Writers lock these first, and the new foreign keys need the locks.
    lock table members, orders, stores, users in share row exclusive mode;
    lock table payment_attempts, payment_charges in access exclusive mode;
    create table payment_attempt_keys (
      id integer not null,
      order_id integer not null,
      attempted_at timestamptz(3) not null,
      attempt integer not null,
      gateway text collate "C" not null,
      reference text collate "C"
    );
    insert into payment_attempt_keys
      select id, order_id, attempted_at, attempt, gateway, reference from payment_attempts;
    alter table payment_attempt_keys
      add primary key (id),
      add foreign key (order_id) references orders (id) on delete cascade;
    create index payment_attempt_keys_order_id_idx on payment_attempt_keys (order_id, attempt);
    create unique index payment_attempt_keys_reference_idx
      on payment_attempt_keys (gateway, reference) where reference is not null;
    create index payment_attempt_keys_reference_text_idx on payment_attempt_keys (lower(reference));
    alter table payment_charges
      drop constraint payment_charges_attempt_id_fkey,
      add constraint payment_charges_attempt_id_fkey
        foreign key (attempt_id) references payment_attempt_keys (id) on delete cascade;
  `.execute(db)

/**
 * Drops the triggers of failed payments, and returns the statements that create them. An entry of the
 * search is removed with the key, so that an order is found by a reference whose month was dropped.
 */
async function dropTriggers(db: MigrationDb): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select tgname as name, pg_get_triggerdef(oid) as statement from pg_trigger
    where tgrelid = 'payment_attempts'::regclass and not tgisinternal order by tgname`.execute(db)
  for (const { name } of rows)
    await sql`drop trigger ${sql.ref(name)} on payment_attempts`.execute(db)
  return rows.filter(({ name }) => name !== 'removed_from_search').map(({ statement }) => statement)
}

const createKeyTriggers = (db: MigrationDb) =>
  sql`
    create function add_attempt_keys() returns trigger language plpgsql as $$begin
      insert into payment_attempt_keys (id, order_id, attempted_at, attempt, gateway, reference)
        select id, order_id, attempted_at, attempt, gateway, reference from added;
      return null;
    end$$;
    create trigger add_attempt_keys after insert on payment_attempts referencing new table as added
      for each statement execute function add_attempt_keys();

    create function update_attempt_keys() returns trigger language plpgsql as $$begin
      update payment_attempt_keys as key set order_id = changed.order_id,
          attempted_at = changed.attempted_at, attempt = changed.attempt, gateway = changed.gateway,
          reference = changed.reference
        from changed where changed.id = key.id
          and (changed.order_id, changed.attempted_at, changed.attempt, changed.gateway, changed.reference)
            is distinct from (key.order_id, key.attempted_at, key.attempt, key.gateway, key.reference);
      return null;
    end$$;
    create trigger update_attempt_keys after update on payment_attempts
      referencing new table as changed for each statement execute function update_attempt_keys();

    create function delete_attempt_keys() returns trigger language plpgsql as $$begin
      delete from payment_attempt_keys using gone where payment_attempt_keys.id = gone.id;
      return null;
    end$$;
    create trigger delete_attempt_keys after delete on payment_attempts
      referencing old table as gone for each statement execute function delete_attempt_keys();

    create trigger removed_from_search after delete on payment_attempt_keys
      referencing old table as removed
      for each statement execute function payment_attempts_removed_from_search();
  `.execute(db)

/**
 * Only the owner of a table can drop a month, so the function has the owner's permissions. The keys
 * and what was counted stay.
 */
const createDropFunction = (db: MigrationDb) =>
  sql`
    create function drop_attempt_month(month text, since timestamptz) returns void language plpgsql as $$declare
        name text := 'payment_attempts_' || month;
        starts timestamptz;
        is_needed boolean;
      begin
        if month !~ '^\\d{4}_\\d\\d$' then
          raise exception 'Not a month of failed payments: %', month;
        end if;
        starts := to_date(month, 'YYYY_MM')::timestamp at time zone 'UTC';
        -- From here on, no attempt of this month can be reopened.
        execute format('lock table only %I in share mode', name);
        execute format($query$
          select exists (select from %1$I where updated_at >= $1 or unclear
              or status in ('open', 'scheduled', 'waiting', 'processing'))
            or exists (select from payment_charges where state in ('asked', 'processing', 'unknown')
              and order_id in (select order_id from %1$I))
            or exists (select from payment_refunds where state not in ('succeeded', 'failed', 'rejected', 'withdrawn')
              and order_id in (select order_id from %1$I))
            or exists (select from disputes where status in ('open', 'review')
              and order_id in (select order_id from %1$I))
            or exists (select from orders where issue is not null
              and id in (select order_id from %1$I))
            or exists (select from incidents where status = 'open' and last_at >= $2
              and opened_at < $2 + interval '1 month')
        $query$, name) into is_needed using since, starts;
        if is_needed then return; end if;
        execute format('delete from comments using %I as attempt
          where resource = ''paymentAttempts'' and record_id = attempt.id', name);
        perform lock_to_drop('payment_attempts');
        execute format('drop table %I', name);
      end$$;
    do $$begin
      execute format('alter function drop_attempt_month(text, timestamptz)
        security definer set search_path = %I, pg_temp', current_schema());
    end$$;
  `.execute(db)

/** Makes a rebuild of the dashboard's sums keep the reasons of months that were dropped. */
const keepDroppedReasons = (db: MigrationDb) =>
  sql`
    alter function rebuild_platform_days() rename to rebuild_platform_days_of_rows;
    create function rebuild_platform_days() returns void language plpgsql as $$declare
        dropped platform_reasons[];
      begin
        select array_agg(reasons) into dropped from platform_reasons as reasons
          where to_regclass('payment_attempts_' || to_char(day, 'YYYY_MM')) is null
            and not exists (select from payment_attempts
              where attempted_at >= day::timestamp at time zone 'UTC'
                and attempted_at < (day + 1)::timestamp at time zone 'UTC');
        perform rebuild_platform_days_of_rows();
        insert into platform_reasons select reasons.* from unnest(dropped) as reasons;
      end$$;
  `.execute(db)
