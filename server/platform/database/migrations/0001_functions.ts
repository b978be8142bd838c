import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'
import { createFoldedFunction, createSameTextFunction } from './textFunctions.ts'

/** Functions that the tables of several areas use. */
export const functions: Migration = {
  async up(db) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await createFoldedFunction().execute(db)
    await createSameTextFunction().execute(db)
    await createColorFunction(db)
    await createAppendOnlyFunctions(db)
    await createMonthFunction(db)
  },
}

/** The hue of a color in degrees (HSL). Grays, whose parts differ by 12 of 255 at most, have none. */
const createColorFunction = (db: MigrationDb) =>
  sql`
    create function hue_of(hex text) returns integer language sql immutable strict as $$
      select case
        when most - least <= 12 then null
        when most = r then (round(60.0 * (g - b) / (most - least))::int + 360) % 360
        when most = g then round(60.0 * (b - r) / (most - least))::int + 120
        else round(60.0 * (r - g) / (most - least))::int + 240
      end
      from (select r, g, b, greatest(r, g, b) as most, least(r, g, b) as least from (
        select get_byte(bytes, 0) as r, get_byte(bytes, 1) as g, get_byte(bytes, 2) as b
        from (select decode(substr(hex, 2), 'hex') as bytes) as decoded) as parts) as ends $$
  `.execute(db)

/** `acting_account` is the account that writes. Email addresses aren't enough: they can change. */
const createAppendOnlyFunctions = (db: MigrationDb) =>
  sql`
    create function acting_account() returns integer language sql stable as
      $$select nullif(current_setting('platform.account', true), '')::integer$$;
    create function refuse_change_of_audit() returns trigger language plpgsql as
      $$ begin raise exception 'The audit log is append-only'; end $$;
    create function keep_append_only(name text) returns void language plpgsql as $$begin
      execute format('create trigger %I before update or delete or truncate on %I
        for each statement execute function refuse_change_of_audit()', name || '_is_append_only', name);
    end$$;
  `.execute(db)

/**
 * Creates the partition of a month, and moves the rows of that month there from the rest. Locks the
 * tables that foreign keys lead to first, as writers do, and copies the triggers of the rest.
 */
const createMonthFunction = (db: MigrationDb) =>
  sql`
    create function make_month(parent text, month timestamptz) returns void language plpgsql as $$declare
        name text := parent || to_char(month at time zone 'UTC', '_YYYY_MM');
        rest text := parent || '_rest';
        ends timestamptz := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
        key text;
        columns text;
        one text;
      begin
        perform pg_advisory_xact_lock(hashtext(name));
        if to_regclass(name) is not null then return; end if;
        for one in select distinct confrelid::regclass::text from pg_constraint
          where conrelid = parent::regclass and contype = 'f' order by 1
        loop execute format('lock table %s in share row exclusive mode', one); end loop;
        execute format('lock table %I in access exclusive mode', rest);
        select quote_ident(attname) into key from pg_attribute, pg_partitioned_table
          where partrelid = parent::regclass and attrelid = partrelid and attnum = partattrs[0];
        select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
          where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('create table %I (like %I including all)', name, parent);
        execute format('alter table %I disable trigger user', rest);
        execute format('with moved as (delete from %I where %s >= %L and %s < %L returning *)
          insert into %I (%s) select %s from moved', rest, key, month, key, ends, name, columns, columns);
        execute format('alter table %I enable trigger user', rest);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, month, ends);
        for one in select replace(pg_get_triggerdef(oid), rest, name) from pg_trigger
          where tgrelid = rest::regclass and not tgisinternal and tgparentid = 0
        loop execute one; end loop;
    end$$
  `.execute(db)
