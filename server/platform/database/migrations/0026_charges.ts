import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, longText, optional, reference, searchText } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * Charges of orders whose first payment succeeded, with their setup and card; which charge an event
 * was about; orders that need a look; and what searches find orders and attempts by.
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
