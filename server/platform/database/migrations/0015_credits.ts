import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  day,
  instant,
  money,
  reference,
  optional,
  withDefault,
  withoutIndex,
  searchText,
  buildSearchText,
  recordColumns,
  createTable,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * The ledger of credits, partitioned by month. Entries never change; each moves a balance, which is
 * never below zero.
 */
export const credits: Migration = {
  async up(db) {
    await createTable(db, 'credit_requests', {
      ...recordColumns,
      store_id: withoutIndex(reference('stores', 'cascade')),
      member_id: withoutIndex(reference('members', 'cascade')),
      type: text,
      state: withDefault(text, "'waiting'"),
      unit: text,
      amount: money('unit'),
      reason: text,
      reference: optional(text),
      decided_by: optional(text),
      decision_reason: optional(text),
      expires_on: optional(day),
      decided_at: optional(instant),
      entry_id: optional(integer),
      search_text: searchText('reason', 'reference'),
      asker_id: optional(withDefault(withoutIndex(integer), 'acting_account()')),
      reverses: optional(withoutIndex(integer)),
    })
    await sql`
      create index credit_requests_store_id_idx on credit_requests (store_id);
      create index credit_requests_member_id_idx on credit_requests (member_id);
      create index credit_requests_reference_idx
        on credit_requests (store_id, reference) where reference is not null;
      create unique index credit_requests_reverses_idx
        on credit_requests (reverses) where state in ('waiting', 'posted');

      create sequence credit_entry_ids;
      create table credit_entries (
        id integer not null default nextval('credit_entry_ids'),
        store_id integer not null references stores (id) on delete cascade,
        member_id integer not null references members (id) on delete cascade,
        entered_at timestamptz(3) not null,
        type text collate "C" not null,
        amount bigint not null,
        unit text collate "C" not null,
        balance bigint not null,
        reason text collate "C" not null,
        expires_at timestamptz(3),
        issued_by text collate "C" not null,
        search_text text collate "C" generated always as (${buildSearchText('reason', 'issued_by')}) stored,
        reference text collate "C",
        reverses integer,
        request_id integer references credit_requests (id) on delete cascade,
        group_id integer,
        entered_alone_by integer[],
        primary key (id, entered_at)
      ) partition by range (entered_at);
      create table credit_entries_rest partition of credit_entries default;
      alter sequence credit_entry_ids owned by credit_entries.id;
      create index credit_entries_entered_at_sort_idx on credit_entries (entered_at, id);
      create index credit_entries_expires_at_idx
        on credit_entries (expires_at) where expires_at is not null;
      create index credit_entries_member_id_idx on credit_entries (member_id, entered_at);
      create index credit_entries_reference_idx
        on credit_entries (store_id, reference) where reference is not null;
      create index credit_entries_search_idx on credit_entries using gin (search_text gin_trgm_ops);
      create index credit_entries_store_id_idx on credit_entries (store_id, entered_at);
      create index credit_entries_reverses_idx
        on credit_entries (reverses) where reverses is not null;
      create index credit_entries_request_id_idx
        on credit_entries (request_id) where request_id is not null;
      create index credit_entries_programme_idx
        on credit_entries (member_id, reference) where reference is not null;
      create index credit_entries_group_id_idx on credit_entries (group_id, entered_at);
      create index credit_entries_alone_idx
        on credit_entries (store_id, entered_at) where entered_alone_by is not null;
      create index credit_entries_expires_at_sort_idx on credit_entries (expires_at, id);

      -- What a partition can't know of the others: what may be in the ledger once.
      create table credit_once (
        store_id integer not null references stores (id) on delete cascade,
        kind text collate "C" not null,
        whose text collate "C" not null,
        primary key (kind, whose)
      );
      create index credit_once_store_id_idx on credit_once (store_id);

      create table credit_balances (
        id integer generated always as identity primary key,
        member_id integer not null references members (id) on delete cascade,
        store_id integer not null references stores (id) on delete cascade,
        unit text collate "C" not null,
        balance bigint not null,
        next_expiry timestamptz(3),
        constraint credit_balance_not_below_zero check (balance >= 0),
        unique (member_id, unit)
      );
      create index credit_balances_store_id_idx on credit_balances (store_id, unit);
      create index credit_balances_next_expiry_idx
        on credit_balances (next_expiry, id) where next_expiry is not null;

      create table credit_limit_steps (
        id integer generated always as identity primary key,
        points integer not null,
        currency integer not null,
        set_by text collate "C" not null,
        set_at timestamptz(3) not null,
        set_by_id integer default acting_account(),
        store_points integer,
        store_currency integer
      );

      create table credit_limits (
        id integer generated always as identity primary key,
        version integer not null default 1,
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        updated_at timestamptz(3) not null,
        updated_by text collate "C" not null,
        points integer not null,
        currency integer not null,
        reason text collate "C" not null,
        search_text text collate "C" generated always as (${buildSearchText('reason')}) stored,
        store_points integer,
        store_currency integer
      );
      alter table credit_limits alter column search_text set statistics 500;
      create index credit_limits_search_idx on credit_limits using gin (search_text gin_trgm_ops);
    `.execute(db)
    await createLedgerTriggers(db)
    await createLimitTriggers(db)
    await createCreditLiabilities(db)
    await createCreditRemainder(db)
  },
}

/**
 * An entry moves a locked balance, keeps its member's group of that time, and can't be changed. It
 * ends only together with its store or member.
 */
const createLedgerTriggers = (db: MigrationDb) =>
  sql`
    -- Inserts zero first, because the check also looks at a row that exists already.
    create function enter_credit() returns trigger language plpgsql as $$begin
      insert into credit_balances (member_id, store_id, unit, balance)
        values (new.member_id, new.store_id, new.unit, 0) on conflict (member_id, unit) do nothing;
      update credit_balances set balance = balance + new.amount,
        next_expiry = least(next_expiry, case when new.amount > 0 then new.expires_at end)
        where member_id = new.member_id and unit = new.unit returning balance into new.balance;
      new.group_id := (select group_id from members where id = new.member_id);
      return new;
    end$$;
    create trigger enter_credit before insert on credit_entries
      for each row execute function enter_credit();

    create function credit_marks(reverses integer, request_id integer, member_id integer, reference text)
      returns table (kind text, whose text) language sql immutable as
      $$select * from (values ('reverses', reverses::text), ('request', request_id::text),
        ('programme', case when reference like 'programme %' then member_id || ' ' || reference end)
      ) as mark (kind, whose) where mark.whose is not null$$;
    create function mark_credit() returns trigger language plpgsql as $$begin
      insert into credit_once select new.store_id, mark.*
        from credit_marks(new.reverses, new.request_id, new.member_id, new.reference) as mark;
      return new;
    end$$;
    create trigger mark_credit before insert on credit_entries for each row
      when (new.reverses is not null or new.request_id is not null or new.reference is not null)
      execute function mark_credit();

    -- Rows that end with their store or member are deleted by the trigger of a foreign key.
    create function refuse_change_of_ledger() returns trigger language plpgsql as $$begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'The ledger of credits is append-only';
    end$$;
    create trigger ledger_is_append_only before update or delete on credit_entries
      for each row execute function refuse_change_of_ledger();
    create trigger ledger_is_append_only before update or delete on credit_once
      for each row execute function refuse_change_of_ledger();
    create trigger ledger_is_not_emptied before truncate on credit_entries
      for each statement execute function refuse_change_of_ledger();
    create trigger ledger_is_not_emptied before truncate on credit_entries_rest
      for each statement execute function refuse_change_of_ledger();
    create trigger ledger_is_not_emptied before truncate on credit_once
      for each statement execute function refuse_change_of_ledger();

    create function refuse_change_of_balance() returns trigger language plpgsql as $$begin
      if pg_trigger_depth() > 1 then return case tg_op when 'DELETE' then old else new end; end if;
      raise exception 'Balances of credits follow from the ledger';
    end$$;
    create trigger balances_follow before insert or delete or update of balance, member_id, unit
      on credit_balances for each row execute function refuse_change_of_balance();
  `.execute(db)

/** Records each change to the limits, whoever makes it. The initial limits apply until an operator changes them. */
const createLimitTriggers = (db: MigrationDb) =>
  sql`
    select keep_append_only('credit_limit_steps');
    create function keep_limit_step() returns trigger language plpgsql as $$begin
      insert into credit_limit_steps (points, currency, store_points, store_currency, set_by, set_at)
        values (new.points, new.currency, new.store_points, new.store_currency, new.updated_by, new.updated_at);
      return null;
    end$$;
    create trigger keep_limit_step
      after insert or update of points, currency, store_points, store_currency on credit_limits
      for each row execute function keep_limit_step();
    insert into credit_limits (points, currency, reason, created_at, created_by, updated_at, updated_by)
      values (10000, 1000, 'Nobody has decided yet', now(), 'platform', now(), 'platform');
  `.execute(db)

const createCreditLiabilities = (db: MigrationDb) =>
  sql`
    create view credit_liabilities as
      select min(held.id) as id, held.store_id, held.unit, count(*)::integer as holders,
        sum(held.balance)::bigint as outstanding,
        -- Without coalesce, least would ignore members with nothing that expires soon.
        sum(least(coalesce(soon.amount, 0), held.balance))::bigint as expiring,
        ${buildSearchText('held.unit')} as search_text
      from credit_balances as held left join (
        select member_id, unit, sum(amount) as amount from credit_entries
        where expires_at >= now() and expires_at < now() + interval '30 days' and amount > 0
        group by member_id, unit) as soon using (member_id, unit)
      where held.balance > 0 group by held.store_id, held.unit
  `.execute(db)

/**
 * What is left of an entry that gave credits, computed from all entries of its member as in
 * credits/lots.ts: a reversal takes from what it reverses, an expiration from what expires, and
 * everything else from what expires first.
 */
const createCreditRemainder = (db: MigrationDb) =>
  sql`
    create function credit_remainder(entry integer) returns bigint stable language plpgsql as $$declare
    asked credit_entries;
    lots integer[] := '{}';
    lefts bigint[] := '{}';
    ends timestamptz[] := '{}';
    takers integer[] := '{}';
    taken_lots integer[] := '{}';
    taken bigint[] := '{}';
    one record;
    first integer;
    lot record;
    missing bigint;
    part bigint;
    place integer;
  begin
    select * into asked from credit_entries where id = entry;
    if asked.amount is null or asked.amount <= 0 then return 0; end if;
    if not exists (select from credit_balances
      where member_id = asked.member_id and unit = asked.unit and balance > 0) then return 0; end if;
    for one in select id, amount, expires_at, reverses,
        case when type = 'expire' and reference ~ '^#[0-9]{1,9}$' then substring(reference from 2)::integer end as expires
      from credit_entries where member_id = asked.member_id and unit = asked.unit order by id
    loop
      if one.amount < 0 then
        first := coalesce(one.reverses, one.expires);
        missing := -one.amount;
        for lot in select at from generate_subscripts(lots, 1) as at where lefts[at] > 0
          order by (lots[at] is distinct from first), ends[at] nulls last, at
        loop
          exit when missing = 0;
          part := least(lefts[lot.at], missing);
          lefts[lot.at] := lefts[lot.at] - part;
          missing := missing - part;
          takers := takers || one.id;
          taken_lots := taken_lots || lot.at;
          taken := taken || part;
        end loop;
      else
        missing := one.amount;
        if one.reverses is not null then
          for place in select at from generate_subscripts(takers, 1) as at where takers[at] = one.reverses
          loop
            lefts[taken_lots[place]] := lefts[taken_lots[place]] + taken[place];
            missing := missing - taken[place];
          end loop;
        end if;
        lots := lots || one.id;
        lefts := lefts || missing;
        ends := ends || one.expires_at;
      end if;
    end loop;
    return coalesce(lefts[array_position(lots, entry)], 0);
    end$$
  `.execute(db)
