import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  createTable,
  instant,
  integer,
  longText,
  money,
  optional,
  recordColumns,
  reference,
  searchText,
  text,
  toggle,
  withDefault,
  withoutIndex,
} from './tables.ts'

/** Refunds of charges, and the limit above which a second operator approves them. */
export const refunds: Migration = {
  async up(db) {
    await createTable(db, 'payment_refunds', {
      ...recordColumns,
      store_id: reference('stores', 'cascade'),
      order_id: reference('orders', 'cascade'),
      charge_id: withoutIndex(reference('payment_charges', 'cascade')),
      member_id: optional(withoutIndex(reference('members', 'set null'))),
      amount: money('currency'),
      currency: text,
      gateway: text,
      reason: text,
      as_credits: toggle,
      state: text,
      key: optional(withoutIndex(longText)),
      reference: optional(text),
      failure: optional(text),
      ended_at: optional(instant),
      decided_by: optional(text),
      decided_at: optional(instant),
      decision_reason: optional(text),
      retry_of: optional(withoutIndex(integer)),
      entry_id: optional(withoutIndex(integer)),
      asker_id: optional(withDefault(withoutIndex(integer), 'acting_account()')),
      entered_alone_by: { type: sql`integer[]`, isOptional: true },
      sent_at: optional(withoutIndex(instant)),
      next_look_at: optional(withoutIndex(instant)),
      looks: withDefault(withoutIndex(integer), '0'),
      search_text: searchText('reason', 'reference'),
    })
    await sql`
      alter table payment_refunds add constraint payment_refund_above_zero check (amount > 0);
      create index payment_refunds_charge_id_idx on payment_refunds (charge_id, id);
      create index payment_refunds_member_id_idx on payment_refunds (member_id, id);
      create unique index payment_refunds_key_idx on payment_refunds (key);
      create unique index payment_refunds_reference_idx
        on payment_refunds (gateway, reference) where reference is not null;
      create unique index payment_refunds_retry_of_idx on payment_refunds (retry_of);
      create index payment_refunds_open_idx on payment_refunds (next_look_at, id)
        where state in ('requested', 'processing');

      alter table credit_limits add column refunds integer not null default 500;
      alter table credit_limit_steps add column refunds integer not null default 500;
      create or replace function keep_limit_step() returns trigger language plpgsql as $$begin
        insert into credit_limit_steps (points, currency, store_points, store_currency, refunds, set_by, set_at)
          values (new.points, new.currency, new.store_points, new.store_currency, new.refunds,
            new.updated_by, new.updated_at);
        return null;
      end$$;
      drop trigger keep_limit_step on credit_limits;
      create trigger keep_limit_step
        after insert or update of points, currency, store_points, store_currency, refunds on credit_limits
        for each row execute function keep_limit_step();
    `.execute(db)
  },
}
