import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { buildSearchText } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * The audit log, partitioned by month, and the chain of hashes that shows whether someone changed
 * it. Each store has a chain; chain 0 is for entries without a store.
 */
export const logs: Migration = {
  async up(db) {
    await createLogFieldFunctions(db)
    await sql`
      -- PostgreSQL before 17 has no identity columns in partitioned tables.
      create sequence audit_ids;
      create table audit (
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
            || ' ' || coalesce(target_id::text, '') || ' ' || coalesce(cause, '')) end) stored,
        search_text text collate "C" generated always as (${buildSearchText('event', 'actor', 'label', 'ip', 'request_id')}) stored,
        actor_id integer default acting_account(),
        primary key (id, time)
      ) partition by range (time);
      create table audit_rest partition of audit default;
      alter table audit alter column search_text set statistics 500;
      alter table audit_rest alter column search_text set statistics 500;
      create index audit_search_idx on audit using gin (search_text gin_trgm_ops);
      create index audit_time_idx on audit (time, id);
      create index audit_store_id_idx on audit (store_id, time, id);
      create index audit_target_idx
        on audit (target_type, target_id, time, id) where stream in ('audit', 'security');
      create index audit_fault_idx on audit (store_id, fault, time, id) where fault is not null;
      create index audit_field_keys_idx
        on audit using gin (log_field_keys(event, target_type, changes));
      create index audit_change_text_idx
        on audit using gin (folded(log_change_text(event, changes)) gin_trgm_ops);

      create table log_heads (
        chain integer primary key,
        seq bigint not null,
        hash text collate "C" not null
      );

      create table log_chain (
        chain integer not null,
        seq bigint not null,
        entry_id bigint not null,
        hash text collate "C" not null,
        time timestamptz(3) not null,
        constraint log_chain_entry_key unique (entry_id, time),
        primary key (chain, seq, time)
      ) partition by range (time);
      create table log_chain_rest partition of log_chain default;

      create table log_checkpoints (
        id integer generated always as identity primary key,
        chain integer not null,
        seq bigint not null,
        hash text collate "C" not null,
        time timestamptz(3) not null,
        key text collate "C" not null,
        signature text collate "C" not null,
        number bigint unique,
        previous text collate "C",
        constraint log_checkpoints_previous_check check ((number is null) = (previous is null))
      );
      create index log_checkpoints_chain_idx on log_checkpoints (chain, seq);

      create table log_anchors (
        chain integer not null,
        first bigint not null,
        seq bigint not null,
        hash text collate "C" not null,
        until timestamptz(3) not null,
        key text collate "C" not null,
        signature text collate "C" not null,
        primary key (chain, seq)
      );

      create table log_retention (
        id integer generated always as identity primary key,
        version integer not null default 1,
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        updated_at timestamptz(3) not null,
        updated_by text collate "C" not null,
        reason text collate "C" not null,
        months integer,
        search_text text collate "C" generated always as (${buildSearchText('reason')}) stored
      );
      alter table log_retention alter column search_text set statistics 500;
      create index log_retention_search_idx on log_retention using gin (search_text gin_trgm_ops);
      insert into log_retention (reason, created_at, created_by, updated_at, updated_by)
        values ('Nobody has decided yet', now(), 'platform', now(), 'platform');
    `.execute(db)
    await createChain(db)
    await protectLogs(db)
    await createLogViews(db)
  },
}

/**
 * Functions that let searches find what an entry changed. Entries that create or delete whole
 * records are left out, because every field would find them. IDs in lists are left out, because an
 * operator of some stores must not learn of others.
 */
const createLogFieldFunctions = (db: MigrationDb) =>
  sql`
    create function log_field_names(changes jsonb) returns text
      language sql immutable parallel safe as
      $$select string_agg(key collate "C", ', ' order by key collate "C") from jsonb_object_keys(changes) as key$$;
    create function log_field_keys(event text, target_type text, changes jsonb) returns text[]
      language sql immutable parallel safe as
      $$select case when event !~ '[.](created|deleted|restored)$' then (
        select array_agg(coalesce(target_type, '') || '.' || key) from jsonb_object_keys(changes) as key) end$$;
    create function log_change_text(event text, changes jsonb) returns text
      language sql immutable parallel safe as
      $$select case when event !~ '[.](created|deleted|restored)$' and changes <> '{}' then
        regexp_replace(left(changes::text, 4000), '\\[[0-9, ]+(\\]|$)', '', 'g') end$$;
  `.execute(db)

/**
 * The parts of an entry that its hash covers. Each comes with its length, so that no two entries
 * have the same text.
 */
const hashedParts = [
  `to_char(entry.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  'entry.actor',
  'entry.event',
  'entry.target_type',
  'entry.target_id::text',
  'entry.label',
  'entry.request_id',
  'entry.ip',
  'entry.store_id::text',
  'entry.stream',
  'entry.severity',
  'entry.result',
  'entry.cause',
  'entry.changes::text',
]
  .map((part) => `coalesce(octet_length(${part}) || ':' || ${part}, '-')`)
  .join(' || ')

/** An entry joins its chain when its transaction ends, so that writers don't wait for each other. */
const createChain = (db: MigrationDb) =>
  sql`
    create function log_hash(previous text, seq bigint, entry audit) returns text
      language sql immutable as ${sql.lit(
        `select encode(sha256(convert_to(previous || seq || ' ' || ${hashedParts}, 'UTF8')), 'hex')`,
      )};
    create function chain_entry(entry audit) returns void language plpgsql as
      $$declare head log_heads;
      begin
        insert into log_heads values (coalesce(entry.store_id, 0), 0, '') on conflict do nothing;
        select * into head from log_heads where chain = coalesce(entry.store_id, 0) for update;
        head.seq := head.seq + 1;
        head.hash := log_hash(head.hash, head.seq, entry);
        insert into log_chain (chain, seq, entry_id, hash, time)
          values (head.chain, head.seq, entry.id, head.hash, entry.time);
        update log_heads set seq = head.seq, hash = head.hash where chain = head.chain;
      end$$;
    create function chain_audit() returns trigger language plpgsql as
      $$begin perform chain_entry(new::audit); return null; end$$;
    create function chain_rest() returns void language plpgsql as
      $$declare entry audit;
      begin
        for entry in select * from audit where not exists (
          select from log_chain where entry_id = audit.id and log_chain.time = audit.time) order by time, id
        loop perform chain_entry(entry); end loop;
      end$$;
    create constraint trigger chain_audit after insert on audit deferrable initially deferred
      for each row execute function chain_audit();
  `.execute(db)

/**
 * Keeps anyone from changing the logs. The functions that write chains and partitions run with their owner's
 * permissions, so that the program's role needs none (server/docs/deploy.md, "Database roles").
 */
const protectLogs = (db: MigrationDb) =>
  sql`
    select keep_append_only(name) from unnest(
      array['audit', 'audit_rest', 'log_chain', 'log_chain_rest', 'log_checkpoints']) as name;
    -- Keys can be replaced, so an anchor's signature may change; what it says never does.
    create trigger log_anchors_is_append_only
      before update of chain, first, seq, hash, until or delete or truncate on log_anchors
      for each statement execute function refuse_change_of_audit();

    create function lock_logs() returns void language sql as
      $$lock table audit, log_chain in access exclusive mode$$;
    create function drop_log_month(month text) returns void language plpgsql as $$declare
        entries text := 'audit_' || month;
        links text := 'log_chain_' || month;
        uncovered boolean;
      begin
        if month !~ '^\\d{4}_\\d\\d$' then raise exception 'Not a month: %', month; end if;
        execute format('select exists (select from %I as link where not exists (
          select from log_anchors as anchor where anchor.chain = link.chain
            and link.seq between anchor.first and anchor.seq))', links) into uncovered;
        if uncovered then raise exception 'Log entries of % have no anchor', month; end if;
        execute format('drop table %I, %I', entries, links);
      end$$;
    do $$
      declare name text;
      begin
        foreach name in array array['chain_audit()', 'lock_logs()', 'drop_log_month(text)',
          'make_month(text, timestamptz)']
        loop
          execute format('alter function %s security definer set search_path = %I, pg_temp',
            name, current_schema());
        end loop;
      end $$;
    -- Only the trigger may call these: a direct call would chain entries that don't exist.
    revoke execute on function chain_entry(audit), chain_rest(), keep_append_only(text) from public;
  `.execute(db)

/** The entries of stores and of the platform, as lists read them. */
const createLogViews = (db: MigrationDb) =>
  sql`
    create view log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text, store_id,
        (log_field_names(changes) collate "C") as changed_fields
      from audit where store_id is not null;
    create view platform_log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text,
        (log_field_names(changes) collate "C") as changed_fields
      from audit where store_id is null;
  `.execute(db)
