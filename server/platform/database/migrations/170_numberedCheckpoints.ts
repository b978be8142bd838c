import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Checkpoints are numbered across all chains, each names the digest of the one before it, and the table is append-only. Rows from
 * before have neither number nor predecessor. The functions that write chains and partitions run with their owner's permissions,
 * so that the program's own database role needs none on these tables (server/docs/deploy.md, "Database roles").
 */
export const numberedCheckpoints: Migration = {
  async up(db) {
    await sql`alter table log_checkpoints
      add column number bigint unique, add column previous text collate "C",
      add constraint log_checkpoints_previous_check check ((number is null) = (previous is null))`.execute(
      db,
    )
    await sql`select keep_append_only('log_checkpoints')`.execute(db)
    await sql`create function lock_logs() returns void language sql as ${sql.lit(
      'lock table audit, log_chain in access exclusive mode',
    )}`.execute(db)
    await sql`create function drop_log_month(month text) returns void language plpgsql as ${sql.lit(
      `declare
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
      end`,
    )}`.execute(db)
    const functions = [
      'chain_audit()',
      'lock_logs()',
      'drop_log_month(text)',
      'make_month(text, timestamptz)',
    ]
    for (const name of functions)
      await sql`do ${sql.lit(
        `begin execute format('alter function ${name} security definer set search_path = %I, pg_temp', current_schema()); end`,
      )}`.execute(db)
    // Only the trigger may call these: called directly, they'd chain entries that don't exist.
    await sql`revoke execute on function chain_entry(audit), chain_rest(), keep_append_only(text)
      from public`.execute(db)
  },
}
