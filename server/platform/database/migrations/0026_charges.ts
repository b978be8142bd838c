import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  createTable,
  identity,
  instant,
  longText,
  money,
  optional,
  reference,
  searchText,
  withoutIndex,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * Charges of orders whose first payment succeeded, with their setup and card; which charge an event
 * was about; disputes; orders that need a look; and what searches find orders and attempts by.
 */
export const charges: Migration = {
  async up(db) {
    await sql`
      alter table payment_charges
        alter column attempt_id drop not null,
        add column setup_id integer references payment_setups (id) on delete set null,
        add column mode text collate "C",
        add column card_brand text collate "C",
        add column card_last4 text collate "C";
      create index payment_charges_setup_id_idx on payment_charges (setup_id);

      alter table payment_events
        add column charge_id integer references payment_charges (id) on delete set null;
      create index payment_events_charge_id_idx on payment_events (charge_id);
      create index payment_events_order_id_idx on payment_events (order_id);
    `.execute(db)
    await addColumns(db, 'orders', { issue: optional(longText) })
    await sql`
      create index orders_issue_idx on orders (issue, placed_at) where issue is not null;
      create trigger mark_alerts after update of issue on orders
        for each row when (old.issue is distinct from new.issue) execute function mark_alerts();
    `.execute(db)
    await addMembersToAttempts(db)
    await createDisputes(db)
    await sql`
      create index payment_charges_reference_text_idx on payment_charges (lower(reference));
      create index payment_charges_last4_idx on payment_charges (card_last4);
      create index payment_attempts_reference_text_idx on payment_attempts (lower(reference));
      create index payment_attempts_amount_idx on payment_attempts (amount);
      create index orders_amount_idx on orders (amount);
    `.execute(db)
  },
}

/** Attempts refer to their member. Searches find the member, so the search text has no name. */
async function addMembersToAttempts(db: MigrationDb): Promise<void> {
  await addColumns(db, 'payment_attempts', {
    member_id: optional(reference('members', 'set null')),
  })
  await sql`
    update payment_attempts set member_id = orders.member_id
      from orders where orders.id = order_id;
    alter table payment_attempts drop column search_text;
    create or replace function name_attempt() returns trigger language plpgsql as $$begin
      if new.order_number is null or new.member is null then
        select number, member, member_id into new.order_number, new.member, new.member_id
          from orders where id = new.order_id;
      end if;
      return new;
    end$$;
  `.execute(db)
  await addColumns(db, 'payment_attempts', {
    search_text: searchText('order_number', 'raw_code'),
  })
}

/** Disputes, each once by its provider's ID. `changed_at` is the time of the last event. */
async function createDisputes(db: MigrationDb): Promise<void> {
  await createTable(db, 'disputes', {
    id: identity,
    store_id: withoutIndex(reference('stores', 'cascade')),
    order_id: reference('orders', 'cascade'),
    charge_id: optional(reference('payment_charges', 'set null')),
    setup_id: withoutIndex(reference('payment_setups', 'cascade')),
    member_id: optional(reference('members', 'set null')),
    opened_at: instant,
    changed_at: withoutIndex(instant),
    due_at: optional(instant),
    closed_at: optional(withoutIndex(instant)),
    amount: withoutIndex(money('currency')),
    currency: longText,
    gateway: longText,
    order_number: longText,
    reason: optional(longText),
    status: longText,
    reference: longText,
    search_text: searchText('order_number', 'reference'),
  })
  await sql`
    create unique index disputes_reference_idx on disputes (setup_id, reference);
    create index disputes_store_id_idx on disputes (store_id, opened_at);
    create index disputes_open_idx on disputes (due_at) where status in ('open', 'review');
    create trigger mark_alerts after insert or update or delete on disputes
      for each statement execute function mark_alerts();
  `.execute(db)
}
