import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/**
 * The ledger stands by the month of its entries, so that it can grow without end. What may be there once (an entry taken back, a
 * request entered, a programme given in its period) is kept beside it: a part of a table knows nothing of the others.
 */
export const creditMonths: Migration = {
  async up(db: MigrationDb) {
    await createMonthFunction(db)
    const { rows: indexes } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes
      where tablename = 'credit_entries' and indexdef not like 'CREATE UNIQUE%' order by 1`.execute(
      db,
    )
    const { rows: views } = await sql<{ definition: string }>`
      select pg_get_viewdef('credit_liabilities'::regclass) as definition`.execute(db)
    await sql`drop view credit_liabilities`.execute(db)
    await createCreditTables(db)
    await sql`select make_month('credit_entries', month)
      from (select distinct date_trunc('month', entered_at, 'UTC') as month from credit_entries_before) as months`.execute(
      db,
    )
    const columns = sql.raw(
      'id, store_id, member_id, entered_at, type, amount, unit, balance, reason, expires_at, issued_by, reference, reverses, request_id',
    )
    await sql`insert into credit_entries (${columns}) select ${columns} from credit_entries_before`.execute(
      db,
    )
    await sql`insert into credit_once select before.store_id, once.*
      from credit_entries_before as before, lateral credit_marks(reverses, request_id, member_id, reference) as once`.execute(
      db,
    )
    await sql`select setval('credit_entry_ids', coalesce(max(id), 0) + 1, false) from credit_entries`.execute(
      db,
    )
    await sql`drop table credit_entries_before`.execute(db)
    for (const { definition } of indexes) await sql.raw(definition).execute(db)
    await createCreditKeys(db)
    await createCreditTriggers(db)
    for (const { definition } of views)
      await sql`create view credit_liabilities as ${sql.raw(definition)}`.execute(db)
  },
}

/**
 * As before (053_logMonths.ts), but that triggers of statements are those of the rest, and that the tables which keys lead to are
 * locked first, as who writes locks them.
 */
async function createMonthFunction(db: MigrationDb): Promise<void> {
  await sql`create or replace function make_month(parent text, month timestamptz) returns void language plpgsql as ${sql.lit(
    `declare
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
    end`,
  )}`.execute(db)
}

async function createCreditTables(db: MigrationDb): Promise<void> {
  await sql`alter table credit_entries rename to credit_entries_before`.execute(db)
  await sql`create sequence credit_entry_ids`.execute(db)
  await sql`create table credit_entries (like credit_entries_before including defaults including generated)
    partition by range (entered_at)`.execute(db)
  await sql`alter table credit_entries alter column id set default nextval('credit_entry_ids')`.execute(
    db,
  )
  await sql`alter sequence credit_entry_ids owned by credit_entries.id`.execute(db)
  await sql`create table credit_entries_rest partition of credit_entries default`.execute(db)
  await sql`create table credit_once (
    store_id integer not null references stores (id) on delete cascade,
    kind text collate "C" not null, whose text collate "C" not null, primary key (kind, whose))`.execute(
    db,
  )
  await sql`create index credit_once_store_id_idx on credit_once (store_id)`.execute(db)
  await sql`create function credit_marks(reverses integer, request_id integer, member_id integer, reference text)
    returns table (kind text, whose text) language sql immutable as ${sql.lit(
      `select * from (values ('reverses', reverses::text), ('request', request_id::text),
        ('programme', case when reference like 'programme %' then member_id || ' ' || reference end)
      ) as mark (kind, whose) where mark.whose is not null`,
    )}`.execute(db)
}

/** After the rows: each index is then made at once. */
async function createCreditKeys(db: MigrationDb): Promise<void> {
  await sql`alter table credit_entries add primary key (id, entered_at),
    add foreign key (store_id) references stores (id) on delete cascade,
    add foreign key (member_id) references members (id) on delete cascade,
    add foreign key (request_id) references credit_requests (id) on delete cascade`.execute(db)
  for (const [name, columns] of [
    ['reverses', 'reverses'],
    ['request_id', 'request_id'],
    ['programme', 'member_id, reference'],
  ] as const)
    await sql`create index ${sql.id(`credit_entries_${name}_idx`)} on credit_entries (${sql.raw(columns)})
      where ${sql.ref(name === 'programme' ? 'reference' : name)} is not null`.execute(db)
}

async function createCreditTriggers(db: MigrationDb): Promise<void> {
  await sql`create function mark_credit() returns trigger language plpgsql as ${sql.lit(
    `begin
      insert into credit_once select new.store_id, mark.*
        from credit_marks(new.reverses, new.request_id, new.member_id, new.reference) as mark;
      return new;
    end`,
  )}`.execute(db)
  await sql`create trigger enter_credit before insert on credit_entries
    for each row execute function enter_credit()`.execute(db)
  await sql`create trigger mark_credit before insert on credit_entries for each row
    when (new.reverses is not null or new.request_id is not null or new.reference is not null)
    execute function mark_credit()`.execute(db)
  const { rows: parts } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'credit_entries'::regclass`.execute(db)
  for (const table of ['credit_entries', 'credit_once'])
    await sql`create trigger ledger_is_append_only before update or delete on ${sql.table(table)}
      for each row execute function refuse_change_of_ledger()`.execute(db)
  for (const table of ['credit_entries', 'credit_once', ...parts.map(({ name }) => name)])
    await sql`create trigger ledger_is_not_emptied before truncate on ${sql.table(table)}
      for each statement execute function refuse_change_of_ledger()`.execute(db)
}
