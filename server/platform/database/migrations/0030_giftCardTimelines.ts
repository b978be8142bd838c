import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the timeline of a gift card shows: its emails, and the state of its link at Runa. */
export const giftCardTimelines: Migration = {
  async up(db) {
    await sql`
      alter table gift_cards
        add column link_state text collate "C",
        add column link_changed_at timestamptz(3),
        add column link_checked_at timestamptz(3);
      create index gift_cards_open_links_idx on gift_cards (link_checked_at nulls first, id)
        where status = 'sent' and coalesce(link_state, 'active') = 'active';

      alter table mails
        add column gift_card_id integer references gift_cards (id) on delete set null;
      create index mails_gift_card_id_idx on mails (gift_card_id) where gift_card_id is not null;

      create index audit_gift_cards_idx on audit (target_id, time, id)
        where target_type = 'giftCards';
    `.execute(db)
  },
}
