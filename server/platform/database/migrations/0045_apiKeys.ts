import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  createTable,
  idList,
  instant,
  longText,
  optional,
  recordColumns,
  reference,
  searchText,
  text,
  textList,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'
import { createWebhooks } from './0045_webhooks.ts'

/** Adds webhooks and API keys, the key of each change and job, and the accounts of a deadline. */
export const apiKeys: Migration = {
  async up(db) {
    await createTable(db, 'api_keys', {
      ...recordColumns,
      name: text,
      kind: text,
      owner_id: reference('users', 'cascade'),
      suffix: text,
      permissions: textList,
      store_ids: idList,
      networks: textList,
      expires_at: instant,
      status: text,
      last_used_at: optional(instant),
      last_used_from: optional(text),
      rotated_until: optional(instant),
      /** The hash of the key, and of the one before it while that still works. */
      hash: longText,
      previous_hash: optional(longText),
      search_text: searchText('name'),
    })
    await sql`
      create unique index api_keys_hash_idx on api_keys (hash);
      create index api_keys_previous_hash_idx on api_keys (previous_hash) where previous_hash is not null;
      create trigger mark_alerts after insert or delete on api_keys
        for each statement execute function mark_alerts();
      create trigger mark_changed_alerts after update on api_keys for each row
        when ((old.name, old.status, old.expires_at) is distinct from (new.name, new.status, new.expires_at))
        execute function mark_alerts();
      alter table deadlines add column account_ids integer[];
      alter table jobs add column api_key_id integer references api_keys (id) on delete set null;
    `.execute(db)
    await logKeys(db)
    await createWebhooks(db)
  },
}

/** The parts of an entry that its hash covers (0003_logs.ts), and the key only if there is one. */
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
const hashedKey = `case when entry.api_key is null then '' else octet_length(entry.api_key) || ':' || entry.api_key end`

/** Entries name the key that made the call. */
const logKeys = (db: MigrationDb) =>
  sql`
    create function acting_api_key() returns text language sql stable as
      $$select nullif(current_setting('platform.api_key', true), '')$$;
    alter table audit add column api_key text collate "C" default acting_api_key();
    create or replace function log_hash(previous text, seq bigint, entry audit) returns text
      language sql immutable as ${sql.lit(
        `select encode(sha256(convert_to(previous || seq || ' ' || ${hashedParts} || ${hashedKey}, 'UTF8')), 'hex')`,
      )};
    create or replace view readable_audit as
      select entry.id, entry.time, entry.actor, entry.event, entry.target_type, entry.target_id,
        case when erased.entry_id is null then entry.label else erased.label end as label,
        entry.request_id, entry.ip,
        case when erased.entry_id is null then entry.changes else erased.changes end as changes,
        entry.store_id, entry.stream, entry.severity, entry.result,
        case when erased.entry_id is null then entry.cause else erased.cause end as cause,
        entry.fault, entry.search_text, entry.changes as stored_changes,
        erased.entry_id is not null as is_erased, entry.api_key
      from audit as entry left join erased_log_entries as erased on erased.entry_id = entry.id;
    create or replace view log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text, store_id,
        (log_field_names(stored_changes) collate "C") as changed_fields, stored_changes, is_erased, api_key
      from readable_audit where store_id is not null;
    create or replace view platform_log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text,
        (log_field_names(stored_changes) collate "C") as changed_fields, stored_changes, is_erased, api_key
      from readable_audit where store_id is null;
  `.execute(db)
