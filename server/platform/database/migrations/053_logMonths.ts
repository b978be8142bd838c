import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createHashFunction } from './037_logChain.ts'
import { addSearch } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Logs and their chain stand by month, so that old ones go whole; a link takes the time of its entry along, and so keeps its place. */
export const logMonths: Migration = {
  async up(db: MigrationDb) {
    await createMonthFunction(db)
    await sql`drop view log_entries`.execute(db)
    await sql`drop trigger chain_audit on audit`.execute(db)
    await sql`drop function chain_rest(), chain_audit(), chain_entry(audit), log_hash(text, bigint, audit)`.execute(
      db,
    )
    await sql`alter table log_chain rename to log_chain_before`.execute(db)
    await sql`alter table audit rename to audit_before`.execute(db)
    await sql`drop index audit_search_idx`.execute(db)
    await createLogTables(db)
    await sql`select make_month('audit', month), make_month('log_chain', month)
      from (select distinct date_trunc('month', time, 'UTC') as month from audit_before) as months`.execute(
      db,
    )
    const columns = sql.raw(
      'id, time, actor, event, target_type, target_id, label, request_id, ip, changes, store_id, stream, severity, result, cause',
    )
    await sql`insert into audit (${columns}) select ${columns} from audit_before`.execute(db)
    await sql`select setval('audit_ids', coalesce(max(id), 0) + 1, false) from audit`.execute(db)
    await sql`insert into log_chain (chain, seq, entry_id, hash, time)
      select chain, seq, entry_id, hash, coalesce(time, now())
      from log_chain_before left join audit_before on audit_before.id = entry_id`.execute(db)
    await sql`drop table log_chain_before, audit_before`.execute(db)
    await createLogIndexes(db)
    await createChainFunctions(db)
    await createLogViews(db)
  },
}

/** Makes the month of a table, and moves there what stands among the rest. Indexes and keys are those of the table. */
async function createMonthFunction(db: MigrationDb): Promise<void> {
  await sql`create function make_month(parent text, month timestamptz) returns void language plpgsql as ${sql.lit(
    `declare
      name text := parent || to_char(month at time zone 'UTC', '_YYYY_MM');
      rest text := parent || '_rest';
      ends timestamptz := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
      key text;
      columns text;
    begin
      perform pg_advisory_xact_lock(hashtext(name));
      if to_regclass(name) is not null then return; end if;
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
      if exists (select from pg_trigger where tgrelid = parent::regclass and tgname = parent || '_is_append_only')
        then perform keep_append_only(name); end if;
    end`,
  )}`.execute(db)
  // Triggers of statements are the table's own, whatever it is a part of.
  await sql`create function keep_append_only(name text) returns void language plpgsql as ${sql.lit(
    `begin
      execute format('create trigger %I before update or delete or truncate on %I
        for each statement execute function refuse_change_of_audit()', name || '_is_append_only', name);
    end`,
  )}`.execute(db)
}

async function createLogTables(db: MigrationDb): Promise<void> {
  await sql`create sequence audit_ids`.execute(db)
  await sql`create table audit (
    id bigint not null default nextval('audit_ids'),
    time timestamptz(3) not null,
    actor text collate "C" not null,
    event text collate "C" not null,
    target_type text collate "C",
    target_id integer,
    label text collate "C",
    request_id text collate "C" not null,
    ip text collate "C" not null,
    changes jsonb not null default '{}',
    store_id integer,
    stream text collate "C" not null default 'audit',
    severity text collate "C" not null default 'info',
    result text collate "C" not null default 'ok',
    cause text collate "C",
    fault text collate "C" generated always as (
      case when result = 'failed' then md5(
        stream || ' ' || severity || ' ' || event || ' ' || actor || ' ' || coalesce(target_type, '')
        || ' ' || coalesce(target_id::text, '') || ' ' || coalesce(cause, '')) end) stored
  ) partition by range (time)`.execute(db)
  await sql`create table log_chain (
    chain integer not null, seq bigint not null, entry_id bigint not null,
    hash text collate "C" not null, time timestamptz(3) not null) partition by range (time)`.execute(
    db,
  )
  for (const table of ['audit', 'log_chain'])
    await sql`create table ${sql.table(`${table}_rest`)} partition of ${sql.table(table)} default`.execute(
      db,
    )
  await addSearch(db, 'audit', ['event', 'actor', 'label', 'ip', 'request_id'])
}

/** After the rows of before: each index is then made at once. */
async function createLogIndexes(db: MigrationDb): Promise<void> {
  await sql`alter table audit add constraint audit_pkey primary key (id, time)`.execute(db)
  await sql`create index audit_time_idx on audit (time, id)`.execute(db)
  await sql`create index audit_store_id_idx on audit (store_id, time, id)`.execute(db)
  await sql`create index audit_target_idx on audit (target_type, target_id, time, id)
    where stream in ('audit', 'security')`.execute(db)
  await sql`create index audit_fault_idx on audit (store_id, fault, time, id)
    where fault is not null`.execute(db)
  await sql`alter table log_chain add constraint log_chain_pkey primary key (chain, seq, time)`.execute(
    db,
  )
  await sql`alter table log_chain add constraint log_chain_entry_key unique (entry_id, time)`.execute(
    db,
  )
}

/** Each entry is chained when its transaction ends, as before; its link stands in its month. */
async function createChainFunctions(db: MigrationDb): Promise<void> {
  await createHashFunction(db)
  const made = (signature: string, returns: string, body: string) =>
    sql`create function ${sql.raw(signature)} returns ${sql.raw(returns)} language plpgsql as ${sql.lit(body)}`.execute(
      db,
    )
  await made(
    'chain_entry(entry audit)',
    'void',
    `declare head log_heads;
    begin
      insert into log_heads values (coalesce(entry.store_id, 0), 0, '') on conflict do nothing;
      select * into head from log_heads where chain = coalesce(entry.store_id, 0) for update;
      head.seq := head.seq + 1;
      head.hash := log_hash(head.hash, head.seq, entry);
      insert into log_chain (chain, seq, entry_id, hash, time)
        values (head.chain, head.seq, entry.id, head.hash, entry.time);
      update log_heads set seq = head.seq, hash = head.hash where chain = head.chain;
    end`,
  )
  await made('chain_audit()', 'trigger', 'begin perform chain_entry(new::audit); return null; end')
  await made(
    'chain_rest()',
    'void',
    `declare entry audit;
    begin
      for entry in select * from audit where not exists (
        select from log_chain where entry_id = audit.id and log_chain.time = audit.time) order by time, id
      loop perform chain_entry(entry); end loop;
    end`,
  )
  await sql`create constraint trigger chain_audit after insert on audit deferrable initially deferred
    for each row execute function chain_audit()`.execute(db)
  await sql`select keep_append_only(name) from (
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('audit'::regclass, 'log_chain'::regclass)
    union select unnest(array['audit', 'log_chain'])) as tables`.execute(db)
}

async function createLogViews(db: MigrationDb): Promise<void> {
  const columns = sql.raw(`id, time, severity, stream, event, actor, label, result, ip, request_id,
    target_type, target_id, fault, changes, cause, search_text`)
  await sql`create view log_entries as
    select ${columns}, store_id from audit where store_id is not null`.execute(db)
  await sql`create view platform_log_entries as
    select ${columns} from audit where store_id is null`.execute(db)
}
