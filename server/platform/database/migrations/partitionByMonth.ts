import { sql } from 'kysely'
import type { MigrationDb } from './tables.ts'

/**
 * Turns a table into one that is partitioned by the month of a column, with the same columns,
 * indexes, and foreign keys. The table itself becomes the partition for the rest, so no row is
 * copied: this only builds the new primary key, which reads the table once. At the next start,
 * `createMonthPartitions` moves the rows into their months, one transaction for each month. That
 * takes about half a minute for a million rows, in which nothing can be written to this table or to
 * those it refers to.
 *
 * The table must have an identity column `id` and no triggers. No other key of it may be unique, and
 * no other table may refer to it, because partitions can't have either without the month.
 */
export const partitionByMonth = (db: MigrationDb, table: string, column: string) =>
  sql
    .raw(
      `
    do $$declare
        keys text[];
        indexes text[];
        renames text[];
        statement text;
      begin
        lock table ${table} in access exclusive mode;
        -- PostgreSQL before 17 has no identity columns in partitioned tables.
        create sequence ${table}_ids;
        perform setval('${table}_ids', last_value, is_called) from ${table}_id_seq;
        alter table ${table} alter column id drop identity;
        alter table ${table} alter column id set default nextval('${table}_ids');
        alter table ${table} drop constraint ${table}_pkey;

        select array_agg(pg_get_indexdef(indexrelid) order by indexrelid),
            array_agg(format('alter index %I rename to %I', relname, relname || '_old'))
          into indexes, renames from pg_index join pg_class on pg_class.oid = indexrelid
          where indrelid = '${table}'::regclass;
        foreach statement in array renames loop execute statement; end loop;
        select array_agg(format('alter table ${table} add constraint %I %s', conname, pg_get_constraintdef(oid)))
          into keys from pg_constraint where conrelid = '${table}'::regclass and contype = 'f';

        alter table ${table} rename to ${table}_old;
        create table ${table} (like ${table}_old including defaults including generated,
          primary key (id, ${column})) partition by range (${column});
        alter sequence ${table}_ids owned by ${table}.id;
        foreach statement in array keys || indexes loop execute statement; end loop;

        -- An empty partition shows how PostgreSQL names its indexes.
        create table ${table}_rest partition of ${table} default;
        select array_agg(format('alter index %I rename to %I', parent.relname || '_old', child.relname))
          into renames from pg_inherits join pg_index on indexrelid = inhrelid
            join pg_class as child on child.oid = inhrelid
            join pg_class as parent on parent.oid = inhparent
          where indrelid = '${table}_rest'::regclass and not indisprimary;
        drop table ${table}_rest;
        alter table ${table}_old rename to ${table}_rest;
        foreach statement in array renames loop execute statement; end loop;
        alter table ${table}_rest add primary key (id, ${column});
        -- Attaching finds the same indexes and foreign keys at the partition.
        alter table ${table} attach partition ${table}_rest default;
    end$$;
  `,
    )
    .execute(db)
