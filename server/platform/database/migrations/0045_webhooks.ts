import { sql } from 'kysely'
import {
  createTable,
  idList,
  instant,
  integer,
  longText,
  optional,
  recordColumns,
  reference,
  searchText,
  text,
  textList,
  toggle,
  unique,
  withDefault,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Webhooks, and an outbox that triggers fill in the transaction of the change that an event is about. */
export async function createWebhooks(db: MigrationDb): Promise<void> {
  await createTable(db, 'webhook_subscriptions', {
    ...recordColumns,
    name: unique(text),
    url: text,
    events: textList,
    store_ids: idList,
    active: toggle,
    status: withDefault(text, `'active'`),
    last_delivered_at: optional(instant),
    failing_since: optional(instant),
    secret_changed_at: optional(instant),
    rotated_until: optional(instant),
    secret_sealed: optional(longText),
    previous_secret_sealed: optional(longText),
    search_text: searchText('name', 'url'),
  })
  await createTable(db, 'webhook_deliveries', {
    ...recordColumns,
    message_id: text,
    event: text,
    subscription_id: reference('webhook_subscriptions', 'cascade'),
    happened_at: instant,
    status: text,
    attempts: withDefault(integer, '0'),
    attempted_at: optional(instant),
    response_status: optional(integer),
    duration_ms: optional(integer),
    next_try_at: optional(instant),
    problem: optional(text),
    body: longText,
    search_text: searchText('message_id'),
  })
  await sql`
    create unique index webhook_subscriptions_name_same on webhook_subscriptions (same_text(name));
    create index webhook_deliveries_due_idx on webhook_deliveries (next_try_at, id) where status = 'waiting';
    -- A transaction that changes a record twice tells of it once.
    create unique index webhook_deliveries_once_idx on webhook_deliveries (subscription_id, md5(body));
    create trigger mark_alerts after insert or delete on webhook_subscriptions
      for each statement execute function mark_alerts();
    create trigger mark_changed_alerts after update on webhook_subscriptions for each row
      when ((old.name, old.status) is distinct from (new.name, new.status))
      execute function mark_alerts();

    create function add_webhook_event(event_name text, resource text, record_id integer, stores integer[])
      returns void language sql as $$
      insert into webhook_deliveries (message_id, event, subscription_id, happened_at, status, next_try_at, body,
        created_at, created_by, updated_at, updated_by)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), event_name, id, now(), 'waiting', now(),
        json_build_object('type', event_name,
          'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'data', json_build_object('resource', resource, 'id', record_id, 'storeIds', to_json(stores)))::text,
        now(), 'platform', now(), 'platform'
      from webhook_subscriptions
      where active and event_name = any(events)
        and (store_ids = '{}' or store_ids && stores)
      on conflict do nothing $$;

    -- Arguments: the event and the resource of the record.
    create function note_webhook_event() returns trigger language plpgsql as $$
      declare columns jsonb := to_jsonb(new);
      begin
        perform add_webhook_event(TG_ARGV[0], TG_ARGV[1], (columns ->> 'id')::integer,
          array_remove(array[(columns ->> case TG_ARGV[1] when 'stores' then 'id' when 'users' then null else 'store_id' end)::integer], null));
        return null;
      end$$;

    -- For tables with a store that get many rows at once. Arguments: the event, the resource, and the
    -- status that a row must have, if any.
    create function note_created_webhook_events() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook_subscriptions where active and TG_ARGV[0] = any(events)) then
          perform add_webhook_event(TG_ARGV[0], TG_ARGV[1], added.id, array_remove(array[added.store_id], null))
          from added where TG_NARGS < 3 or to_jsonb(added) ->> 'status' = TG_ARGV[2];
        end if;
        return null;
      end$$;

    -- Alerts for certain accounts only are not sent anywhere.
    create function note_alert_event() returns trigger language plpgsql as $$
      begin
        if not exists (select from attention_items where id = new.alert_id and account_ids is not null) then
          perform add_webhook_event(TG_ARGV[0], 'attentionItems', new.alert_id, new.store_ids);
        end if;
        return null;
      end$$;

    create function note_job_event() returns trigger language plpgsql as $$
      begin
        if new.kind like '%.import' then
          perform add_webhook_event('import.finished', 'jobs', new.id, '{}');
        elsif exists (select from bulk_plans where job_id = new.id) then
          perform add_webhook_event('bulkChange.finished', 'jobs', new.id, '{}');
        end if;
        return null;
      end$$;

    create trigger note_webhook_event after update on stores for each row
      when (old.version is distinct from new.version)
      execute function note_webhook_event('store.changed', 'stores');
    create trigger note_created_webhook_event after insert on stores for each row
      execute function note_webhook_event('store.changed', 'stores');
    create trigger note_webhook_event after insert on alert_history for each row
      when (new.alert_id is not null and new.kind <> 'approval')
      execute function note_alert_event('alert.opened');
    create trigger note_fixed_webhook_event after update on alert_history for each row
      when (old.ended_at is null and new.ended_at is not null and new.alert_id is not null and new.kind <> 'approval')
      execute function note_alert_event('alert.fixed');
    create trigger note_webhook_event after update on jobs for each row
      when (old.status <> 'done' and new.status = 'done' and new.undo_of is null)
      execute function note_job_event();
    create trigger note_webhook_event after update on orders for each row
      when (old.status <> 'paid' and new.status = 'paid')
      execute function note_webhook_event('order.paid', 'orders');
    create trigger note_created_webhook_events after insert on orders referencing new table as added
      for each statement execute function note_created_webhook_events('order.paid', 'orders', 'paid');
    create trigger note_created_webhook_events after insert on payment_attempts referencing new table as added
      for each statement execute function note_created_webhook_events('payment.failed', 'paymentAttempts');
    create trigger note_webhook_event after insert or update of state on payment_refunds for each row
      when (new.state = 'succeeded')
      execute function note_webhook_event('refund.succeeded', 'paymentRefunds');
    create trigger note_created_webhook_events after insert on members referencing new table as added
      for each statement execute function note_created_webhook_events('member.joined', 'members');
    create trigger note_webhook_event after update on gift_cards for each row
      when (old.status <> 'sent' and new.status = 'sent')
      execute function note_webhook_event('giftCard.sent', 'giftCards');
    create trigger note_webhook_event after insert on users for each row
      when (new.status = 'invited')
      execute function note_webhook_event('user.invited', 'users');
  `.execute(db)
}
