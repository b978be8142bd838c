import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, instant, longText, optional, withoutIndex } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * The page of a member: suspension, notes, moves between groups, and an index for each kind of entry
 * in the timeline.
 */
export const memberPages: Migration = {
  async up(db) {
    await addColumns(db, 'members', {
      suspended_at: optional(withoutIndex(instant)),
      suspended_by: optional(longText),
      suspended_reason: optional(longText),
    })
    await sql`
      alter table members add constraint members_suspended_check
        check (suspended_at is null or not active);

      create table member_notes (
        id integer generated always as identity primary key,
        member_id integer not null references members (id) on delete cascade,
        author_id integer references users (id) on delete set null,
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        updated_at timestamptz(3),
        body text collate "C" not null
      );
      create index member_notes_member_id_idx on member_notes (member_id, created_at, id);
      create index member_notes_author_id_idx on member_notes (author_id);

      create table member_group_changes (
        id integer generated always as identity primary key,
        member_id integer not null references members (id) on delete cascade,
        moved_at timestamptz(3) not null,
        moved_by text collate "C" not null,
        from_name text collate "C",
        group_id integer,
        group_name text collate "C",
        by_rules boolean not null
      );
      create index member_group_changes_member_id_idx
        on member_group_changes (member_id, moved_at, id);

      create index gift_cards_recipient_idx
        on gift_cards (store_id, lower(recipient), sent_at, id);
      create index mails_recipient_idx on mails (store_id, lower(recipient), time, id);
      create index audit_member_sign_ins_idx on audit (target_id, time, id)
        where target_type = 'members' and event in ('members.signedIn', 'members.signInRefused');
      create index audit_member_changes_idx on audit (target_id, time, id)
        where target_type = 'members' and event not in ('members.signedIn', 'members.signInRefused',
          'members.noteAdded', 'members.noteChanged', 'members.noteDeleted');

      drop index orders_member_id_idx;
      create index orders_member_id_idx on orders (member_id, placed_at, id);
    `.execute(db)
    await createGroupChangeTrigger(db)
    await addMembersOfPayments(db)
  },
}

/**
 * Records each move of a member to another group. Moves raise the version; what follows from
 * deleting a group or a store doesn't.
 */
const createGroupChangeTrigger = (db: MigrationDb) =>
  sql`
    create function keep_group_changes() returns trigger language plpgsql as $$begin
      insert into member_group_changes
          (member_id, moved_at, moved_by, from_name, group_id, group_name, by_rules)
        select changed.id, changed.updated_at, changed.updated_by, old_group.name, new_group.id,
          new_group.name, 'rule' in (coalesce(old_group.type, ''), coalesce(new_group.type, ''))
        from changed join was using (id)
          left join member_groups as old_group on old_group.id = was.group_id
          left join member_groups as new_group on new_group.id = changed.group_id
        where changed.group_id is distinct from was.group_id and changed.version > was.version;
      return null;
    end$$;
    create trigger keep_group_changes after update on members
      referencing old table as was new table as changed
      for each statement execute function keep_group_changes();
  `.execute(db)

/** Payments copy the member of their order, so that an index finds a member's payments by time. */
const addMembersOfPayments = (db: MigrationDb) =>
  sql`
    alter table payment_charges
      add column member_id integer references members (id) on delete set null;
    alter table pay_links
      add column member_id integer references members (id) on delete set null;
    update payment_charges set member_id = orders.member_id
      from orders where orders.id = order_id and orders.member_id is not null;
    update pay_links set member_id = orders.member_id
      from orders where orders.id = order_id and orders.member_id is not null;
    create index payment_attempts_of_member_idx on payment_attempts (member_id, attempted_at, id);
    create index payment_charges_member_id_idx on payment_charges (member_id, started_at, id);
    create index pay_links_member_id_idx on pay_links (member_id, created_at, id);
    drop index payment_refunds_member_id_idx;
    create index payment_refunds_member_id_idx on payment_refunds (member_id, created_at, id);
    create index disputes_member_id_idx on disputes (member_id, opened_at, id);

    create function copy_member_of_order() returns trigger language plpgsql as $$begin
      new.member_id := (select member_id from orders where id = new.order_id);
      return new;
    end$$;
    create trigger copy_member_of_order before insert on payment_attempts
      for each row execute function copy_member_of_order();
    create trigger copy_member_of_order before insert on payment_charges
      for each row execute function copy_member_of_order();
    create trigger copy_member_of_order before insert on pay_links
      for each row execute function copy_member_of_order();
  `.execute(db)
