import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, longText, optional } from './tables.ts'

/**
 * Charges of orders whose first payment succeeded, with their setup and card; which charge an event
 * was about; and orders that need a look.
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
  },
}
