import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, executeAll, integer, optional } from './tables.ts'

/** Tables of records with comments, except alerts, by the name of their resource. */
const commentedTables = {
  stores: 'stores',
  members: 'members',
  orders: 'orders',
  paymentAttempts: 'payment_attempts',
  creditRequests: 'credit_requests',
  smtpSettings: 'smtp_settings',
  adminSignOns: 'admin_sign_ons',
  memberSignOns: 'member_sign_ons',
  paymentSetups: 'payment_setups',
  giftCardSetup: 'gift_card_setup',
  printfulSetup: 'printful_setup',
  cognitoSetup: 'cognito_setup',
  alertChannels: 'alert_channels',
}

/**
 * Comments on records. The notes about members become comments. A record's comments are deleted
 * with it; those of an alert stay as long as its history (saveAlertHistory.ts).
 */
export const comments: Migration = {
  async up(db) {
    await sql`
      create table comments (
        id integer generated always as identity primary key,
        resource text collate "C" not null,
        record_id integer not null,
        alert_subject text collate "C",
        author_id integer references users (id) on delete set null,
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        updated_at timestamptz(3),
        body text collate "C" not null,
        notified_ids integer[] not null default '{}'
      );
      insert into comments (resource, record_id, author_id, created_at, created_by, updated_at, body)
        select 'members', member_id, author_id, created_at, created_by, updated_at, body
        from member_notes order by id;
      drop table member_notes;
      create index comments_record_idx on comments (resource, record_id, created_at, id);
      create index comments_alert_subject_idx on comments (alert_subject, created_at, id)
        where alert_subject is not null;
      create index comments_author_id_idx on comments (author_id);

      create function delete_comments() returns trigger language plpgsql as $$begin
        delete from comments where resource = TG_ARGV[0] and record_id in (select id from gone);
        return null;
      end$$;

      drop index audit_member_changes_idx;
      create index audit_member_changes_idx on audit (target_id, time, id)
        where target_type = 'members' and event not in ('members.signedIn', 'members.signInRefused',
          'members.noteAdded', 'members.noteChanged', 'members.noteDeleted',
          'members.commentAdded', 'members.commentChanged', 'members.commentDeleted');
    `.execute(db)
    await executeAll(
      db,
      Object.entries(commentedTables).map(
        ([resource, table]) =>
          sql`create trigger delete_comments after delete on ${sql.table(table)}
            referencing old table as gone
            for each statement execute function delete_comments(${sql.lit(resource)})`,
      ),
    )
    // The ID under which an alert's comments and links find it after it's fixed.
    await addColumns(db, 'alert_history', { alert_id: optional(integer) })
    await sql`
      update alert_history set alert_id = attention_items.id from attention_items
      where attention_items.subject = alert_history.subject and ended_at is null`.execute(db)
  },
}
