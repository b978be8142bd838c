import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { buildSearchTextSql } from './folding.ts'
import { addResourceTable } from './tables.ts'
import type { MigrationDb } from './tables.ts'

const creditRequestsTable = addResourceTable('creditRequests', {
  reference: ['storeId', 'memberId'],
  select: ['type', 'state', 'unit'],
  money: ['amount'],
  text: ['reason', 'reference?', 'decidedBy?', 'decisionReason?'],
  date: ['expiresOn?'],
  instant: ['decidedAt?'],
  integer: ['entryId?'],
  search: ['reason', 'reference'],
})

/** The ledger's own rules: an entry moves a balance that is locked and never below zero, stays until its store goes, is taken back once. */
export const credits: Migration = {
  async up(db: MigrationDb) {
    await creditRequestsTable.up(db as never)
    await sql`alter table credit_requests alter column state set default 'waiting',
      add foreign key (store_id) references stores (id) on delete cascade,
      add foreign key (member_id) references members (id) on delete cascade`.execute(db)
    await sql`create index credit_requests_store_id_idx on credit_requests (store_id)`.execute(db)
    await sql`create index credit_requests_member_id_idx on credit_requests (member_id)`.execute(db)
    await sql`alter table credit_entries
      add column reference text collate "C",
      add column reverses integer references credit_entries (id) on delete cascade,
      add column request_id integer references credit_requests (id) on delete cascade`.execute(db)
    await sql`create unique index credit_entries_reverses_idx on credit_entries (reverses)`.execute(
      db,
    )
    await sql`create unique index credit_entries_request_id_idx on credit_entries (request_id)`.execute(
      db,
    )
    await sql`create table credit_balances (
      id integer generated always as identity primary key,
      member_id integer not null references members (id) on delete cascade,
      store_id integer not null references stores (id) on delete cascade,
      unit text collate "C" not null,
      balance bigint not null constraint credit_balance_not_below_zero check (balance >= 0),
      next_expiry timestamptz(3),
      unique (member_id, unit))`.execute(db)
    await sql`create index credit_balances_store_id_idx on credit_balances (store_id, unit)`.execute(
      db,
    )
    await sql`create index credit_balances_next_expiry_idx on credit_balances (next_expiry)
      where next_expiry is not null`.execute(db)
    await sql`insert into credit_balances (member_id, store_id, unit, balance, next_expiry)
      select member_id, max(store_id), unit, sum(amount), min(expires_at) filter (where amount > 0)
      from credit_entries group by member_id, unit`.execute(db)
    await addTriggers(db)
    await sql`create view credit_liabilities as
      select min(held.id) as id, held.store_id, held.unit, count(*)::integer as holders,
        sum(held.balance)::bigint as outstanding, coalesce(sum(least(soon.amount, held.balance)), 0)::bigint as expiring,
        ${buildSearchTextSql([sql.ref('held.unit')])} as search_text
      from credit_balances as held left join (
        select member_id, unit, sum(amount) as amount from credit_entries
        where expires_at >= now() and expires_at < now() + interval '30 days' and amount > 0
        group by member_id, unit) as soon using (member_id, unit)
      where held.balance > 0 group by held.store_id, held.unit`.execute(db)
  },
}

async function addTriggers(db: MigrationDb): Promise<void> {
  const made = (name: string, body: string) =>
    sql`create function ${sql.id(name)}() returns trigger language plpgsql as ${sql.lit(body)}`.execute(
      db,
    )
  // Inserted as zero first: a check looks at what is to be inserted even where the row is there already.
  await made(
    'enter_credit',
    `begin
      insert into credit_balances (member_id, store_id, unit, balance)
        values (new.member_id, new.store_id, new.unit, 0) on conflict (member_id, unit) do nothing;
      update credit_balances set balance = balance + new.amount,
        next_expiry = least(next_expiry, case when new.amount > 0 then new.expires_at end)
        where member_id = new.member_id and unit = new.unit returning balance into new.balance;
      return new;
    end`,
  )
  await sql`create trigger enter_credit before insert on credit_entries
    for each row execute function enter_credit()`.execute(db)
  // What goes with its store or member goes by a trigger of their keys, so one level down.
  await made(
    'refuse_change_of_ledger',
    `begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'The ledger of credits is append-only';
    end`,
  )
  await sql`create trigger ledger_is_append_only before update or delete on credit_entries
    for each row execute function refuse_change_of_ledger()`.execute(db)
  await sql`create trigger ledger_is_not_emptied before truncate on credit_entries
    for each statement execute function refuse_change_of_ledger()`.execute(db)
  await made(
    'refuse_change_of_balance',
    `begin
      if pg_trigger_depth() > 1 then return case tg_op when 'DELETE' then old else new end; end if;
      raise exception 'Balances of credits follow from the ledger';
    end`,
  )
  await sql`create trigger balances_follow before insert or delete or update of balance, member_id, unit
    on credit_balances for each row execute function refuse_change_of_balance()`.execute(db)
}
