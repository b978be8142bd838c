import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

const splitColumns = (text: string) => text.split(' ')

/** A chain of hashes over each store's logs, 0 for those of none; chained at commit, so that nobody waits. `logs/chain.ts` checks it. */
export const logChain: Migration = {
  async up(db) {
    await sql`create table log_heads (chain integer primary key, seq bigint not null, hash text collate "C" not null)`.execute(
      db,
    )
    await sql`create table log_chain (
      chain integer not null, seq bigint not null, entry_id bigint not null unique,
      hash text collate "C" not null, primary key (chain, seq))`.execute(db)
    await sql`create table log_checkpoints (
      id integer generated always as identity primary key, chain integer not null, seq bigint not null,
      hash text collate "C" not null, time timestamptz(3) not null, key text collate "C" not null,
      signature text collate "C" not null)`.execute(db)
    await sql`create index log_checkpoints_chain_idx on log_checkpoints (chain, seq)`.execute(db)

    await createHashFunction(db)
    await sql`create function chain_entry(entry audit) returns void language plpgsql as ${sql.lit(
      `declare head log_heads;
      begin
        insert into log_heads values (coalesce(entry.store_id, 0), 0, '') on conflict do nothing;
        select * into head from log_heads where chain = coalesce(entry.store_id, 0) for update;
        head.seq := head.seq + 1;
        head.hash := log_hash(head.hash, head.seq, entry);
        insert into log_chain values (head.chain, head.seq, entry.id, head.hash);
        update log_heads set seq = head.seq, hash = head.hash where chain = head.chain;
      end`,
    )}`.execute(db)
    await sql`create function chain_audit() returns trigger language plpgsql as ${sql.lit(
      `begin perform chain_entry(new); return null; end`,
    )}`.execute(db)
    await sql`create function chain_rest() returns void language plpgsql as ${sql.lit(
      `declare entry audit;
      begin
        for entry in select * from audit where id not in (select entry_id from log_chain) order by time, id
        loop perform chain_entry(entry); end loop;
      end`,
    )}`.execute(db)
    await sql`select chain_rest()`.execute(db)
    await sql`create constraint trigger chain_audit after insert on audit deferrable initially deferred
      for each row execute function chain_audit()`.execute(db)
    await sql`create trigger log_chain_is_append_only before update or delete or truncate on log_chain
      for each statement execute function refuse_change_of_audit()`.execute(db)
  },
}

/** The hash of an entry after the one before it: of each part its length, so that no two entries make the same text. */
export async function createHashFunction(db: MigrationDb): Promise<void> {
  const part = (value: string) => `coalesce(octet_length(${value}) || ':' || ${value}, '-')`
  const parts = [
    `to_char(entry.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    ...splitColumns('actor event target_type target_id::text label request_id ip'),
    ...splitColumns('store_id::text stream severity result cause changes::text'),
  ].map((value) => part(value.includes('(') ? value : `entry.${value}`))
  await sql`create function log_hash(previous text, seq bigint, entry audit) returns text
    language sql immutable as ${sql.lit(
      `select encode(sha256(convert_to(previous || seq || ' ' || ${parts.join(' || ')}, 'UTF8')), 'hex')`,
    )}`.execute(db)
}
