import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { classifyDecline } from '#server/platform/areas/payments/charges/classifyDecline.ts'
import { addColumnIndexes, addSearch } from './tables.ts'

/** Failed payments become records, orders entries; the database masks members. `payment_charges`: what is asked, before it is asked. */
export const paymentAttempts: Migration = {
  async up(db) {
    await sql`create function masked(name text) returns text language sql immutable as ${sql.lit(
      `select regexp_replace(name, '(\\S)\\S*', '\\1•••', 'g')`,
    )}`.execute(db)
    await sql`alter table orders add column number text collate "C", add column member text collate "C"`.execute(
      db,
    )
    await sql`update orders set number = '#' || id, member = coalesce(
      (select masked(name) from members where members.id = member_id), '–')`.execute(db)
    await sql`alter table orders alter column number set not null, alter column member set not null`.execute(
      db,
    )
    await sql`create function name_order() returns trigger language plpgsql as ${sql.lit(
      `begin
        new.number := coalesce(new.number, '#' || new.id);
        new.member := coalesce(new.member,
          (select masked(name) from members where members.id = new.member_id), '–');
        return new;
      end`,
    )}`.execute(db)
    await sql`create trigger name_order before insert on orders
      for each row execute function name_order()`.execute(db)
    await sql`create index orders_placed_at_sort_idx on orders (placed_at, id)`.execute(db)
    await addSearch(db, 'orders', ['number'])

    await sql`alter table payment_attempts
      add column version integer not null default 1,
      add column created_at timestamptz(3) not null default now(),
      add column created_by text collate "C" not null default 'platform',
      add column updated_at timestamptz(3) not null default now(),
      add column updated_by text collate "C" not null default 'platform',
      add column order_number text collate "C",
      add column member text collate "C",
      add column retryable text collate "C" not null default 'no',
      add column next_retry_at timestamptz(3),
      add column owner_id integer references users (id) on delete set null,
      add column closed_reason text collate "C",
      add column reference text collate "C"`.execute(db)
    await sql`update payment_attempts set order_number = orders.number, member = orders.member
      from orders where orders.id = order_id`.execute(db)
    await sql`alter table payment_attempts
      alter column order_number set not null, alter column member set not null`.execute(db)
    await sql`create function name_attempt() returns trigger language plpgsql as ${sql.lit(
      `begin
        if new.order_number is null or new.member is null then
          select number, member into new.order_number, new.member from orders where id = new.order_id;
        end if;
        return new;
      end`,
    )}`.execute(db)
    await sql`create trigger name_attempt before insert on payment_attempts
      for each row execute function name_attempt()`.execute(db)
    const { rows } = await sql<{ gateway: string; code: string }>`
      select distinct gateway, raw_code as code from payment_attempts`.execute(db)
    for (const { gateway, code } of rows)
      await sql`update payment_attempts set retryable = ${classifyDecline(gateway as never, { code }).retryable}
        where gateway = ${gateway} and raw_code = ${code}`.execute(db)
    // A provider's payment is told of once, however often it is heard of.
    await sql`create unique index payment_attempts_reference_idx on payment_attempts (gateway, reference)
      where reference is not null`.execute(db)
    await sql`create index payment_attempts_due_idx on payment_attempts (next_retry_at)
      where status = 'scheduled'`.execute(db)
    const kinds = {
      text: 'order_number member raw_code currency card_brand card_last4 closed_reason created_by updated_by',
      select: 'gateway reason retryable status',
      reference: 'store_id owner_id',
      instant: 'attempted_at next_retry_at recovered_at created_at updated_at',
      money: 'amount',
      integer: 'attempt order_id',
    } as const
    await addColumnIndexes(
      db,
      'payment_attempts',
      Object.entries(kinds).flatMap(([kind, names]) =>
        names.split(' ').map((column) => ({ column, kind: kind as keyof typeof kinds })),
      ),
    )
    await addSearch(db, 'payment_attempts', ['order_number', 'member', 'raw_code'])

    await sql`create table payment_charges (
      id integer generated always as identity primary key,
      store_id integer not null references stores (id) on delete cascade,
      order_id integer not null references orders (id) on delete cascade,
      attempt_id integer not null references payment_attempts (id) on delete cascade,
      key text collate "C" not null unique,
      gateway text collate "C" not null,
      amount bigint not null,
      currency text collate "C" not null,
      state text collate "C" not null default 'asked',
      started_at timestamptz(3) not null,
      started_by text collate "C" not null,
      ended_at timestamptz(3))`.execute(db)
    await sql`create unique index payment_charges_under_way_idx on payment_charges (order_id)
      where state = 'asked'`.execute(db)
    await sql`create index payment_charges_attempt_id_idx on payment_charges (attempt_id)`.execute(
      db,
    )
    await sql`create index payment_charges_store_id_idx on payment_charges (store_id)`.execute(db)
    await sql`create table pay_links (
      id integer generated always as identity primary key,
      store_id integer not null references stores (id) on delete cascade,
      order_id integer not null references orders (id) on delete cascade,
      hash text collate "C" not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null)`.execute(db)
    await sql`create index pay_links_order_id_idx on pay_links (order_id)`.execute(db)
  },
}
