import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const figures = [
  'orders',
  'revenue',
  'payments_failed',
  'payments_recovered',
  'credits_issued',
  'credits_redeemed',
  'gift_cards_sent',
  'gift_cards_failed',
  'mail_sent',
  'mail_failed',
] as const
type Figure = (typeof figures)[number]

const joinFigures = (write: (name: Figure) => string) => figures.map(write).join(', ')
const names = joinFigures((name) => name)
const isAny = figures.map((name) => `sum(${name}) <> 0`).join(' or ')

/** The column whose hour counts, and what a row adds to the figures. */
type Source = { at: string; adds: Partial<Record<Figure, string>> }

const sources: Readonly<Record<string, readonly Source[]>> = {
  orders: [
    {
      at: 'placed_at',
      adds: {
        orders: '1',
        revenue: `case when status in ('paid', 'fulfilled') then amount else 0 end`,
      },
    },
  ],
  payment_attempts: [
    { at: 'attempted_at', adds: { payments_failed: '1' } },
    { at: 'recovered_at', adds: { payments_recovered: '1' } },
  ],
  credit_entries: [
    {
      at: 'entered_at',
      adds: {
        credits_issued: `case type when 'issue' then amount else 0 end`,
        credits_redeemed: `case type when 'redeem' then -amount else 0 end`,
      },
    },
  ],
  gift_cards: [
    {
      at: 'sent_at',
      adds: {
        gift_cards_sent: `case status when 'sent' then 1 else 0 end`,
        gift_cards_failed: `case status when 'failed' then 1 else 0 end`,
      },
    },
  ],
  mails: [
    {
      at: 'ended_at',
      adds: {
        mail_sent: `case status when 'sent' then 1 else 0 end`,
        mail_failed: `case status when 'failed' then 1 else 0 end`,
      },
    },
  ],
}

/** Selects the figures of rows by store and hour. `sign` is -1 for rows that are gone. */
const selectFigures = (table: string, rows: string, sign: 1 | -1): string =>
  (sources[table] ?? [])
    .map(
      ({ at, adds }) => `
        select store_id, date_trunc('hour', ${at}, 'UTC') as hour,
          ${joinFigures((name) => `(${sign} * ${adds[name] ?? '0'})::bigint as ${name}`)}
        from ${rows} where ${at} is not null and store_id is not null`,
    )
    .join(' union all ')

/** Selects the figures of all rows, or of those of a store. */
const selectAllFigures = (where: string): string =>
  Object.keys(sources)
    .map((table) => selectFigures(table, `(select * from ${table} ${where}) as ${table}`, 1))
    .join(' union all ')

const unitOf = (row: string) =>
  `case ${row}.type when 'points' then 'points' else ${row}.default_currency end`

/** Adds the change of a statement, whose rows are in `added` and `removed`. */
const addHours = (table: string, transitions: readonly ('added' | 'removed')[]): string => `
  with changed as materialized (
    select store_id, hour, ${joinFigures((name) => `sum(${name}) as ${name}`)}
    from (${transitions.map((rows) => selectFigures(table, rows, rows === 'added' ? 1 : -1)).join(' union all ')}) as changes
    group by store_id, hour having ${isAny}
  ), locked as (
    -- Waits until a store whose currency is being changed has the new one.
    select id, default_currency as currency, ${unitOf('stores')} as unit
    from stores where id in (select store_id from changed) order by id for key share
  )
  insert into platform_hours (hour, currency, unit, ${names})
    select hour, currency, unit, ${joinFigures((name) => `sum(${name})`)}
    from changed join locked on locked.id = store_id group by 1, 2, 3;`

const events = {
  insert: ['added'],
  update: ['removed', 'added'],
  delete: ['removed'],
} as const

const listTransitions = (transitions: readonly ('added' | 'removed')[]): string =>
  transitions.map((one) => `${one === 'added' ? 'new' : 'old'} table as ${one}`).join(' ')

/** Makes every statement on a table add its change to the sums. */
const createTriggers = (table: string): string =>
  Object.entries(events)
    .map(
      ([event, transitions]) => `
      create function ${table}_hours_${event}() returns trigger language plpgsql as
        $$begin ${addHours(table, transitions)} return null; end$$;
      create trigger ${table}_hours_${event} after ${event} on ${table}
        referencing ${listTransitions(transitions)} for each statement
        execute function ${table}_hours_${event}();`,
    )
    .join('')

/** Makes the triggers that count failed payments by reason (0055_platformDays.ts) add to the hours, too. */
const extendReasonTriggers = (): string =>
  Object.entries(events)
    .map(
      ([event, transitions]) => `
      create or replace function platform_reasons_${event}() returns trigger language plpgsql as $$begin
        insert into platform_reasons (day, reason, payments_failed)
          select (attempted_at at time zone 'UTC')::date, reason, sum(sign)
          from (${transitions
            .map(
              (rows) =>
                `select attempted_at, reason, ${rows === 'added' ? 1 : -1} as sign from ${rows}`,
            )
            .join(' union all ')}) as changes
          group by 1, 2 having sum(sign) <> 0;
        ${addHours('payment_attempts', transitions)}
        return null;
      end$$;`,
    )
    .join('')

/** Adds the hours of the store `old.id`, with `sign` as their factor. */
const addStoreHours = (row: 'old' | 'new', sign: 1 | -1): string => `
  insert into platform_hours (hour, currency, unit, ${names})
    select hour, ${row}.default_currency, ${unitOf(row)}, ${joinFigures((name) => `${sign} * sum(${name})`)}
    from (${selectAllFigures('where store_id = old.id')}) as hours group by hour having ${isAny};`

/**
 * Sums per hour for the whole platform, so that the dashboard doesn't add up all entries of the day
 * that it compares with today. Triggers add the change of each statement as rows of their own, as for
 * the sums per day. The same chore folds them.
 *
 * The five tables are locked while the sums are built. That takes some 4 seconds for a million rows.
 */
export const platformHours: Migration = {
  async up(db) {
    await sql
      .raw(
        `
      create table platform_hours (
        hour timestamptz(3) not null,
        currency text collate "C" not null,
        unit text collate "C" not null,
        ${joinFigures((name) => `${name} bigint not null`)},
        is_folded boolean not null default false
      );
      create index platform_hours_hour_idx on platform_hours (hour);
      create index platform_hours_new_idx on platform_hours (hour) where not is_folded;

      -- Replaces all sums. Nothing else may write to these tables while it runs.
      create function rebuild_platform_hours() returns void language sql as $$
        delete from platform_hours;
        insert into platform_hours (hour, currency, unit, ${names}, is_folded)
          select hour, default_currency, ${unitOf('stores')}, ${joinFigures((name) => `sum(${name})`)}, true
          from (${selectAllFigures('')}) as hours join stores on stores.id = store_id
          group by 1, 2, 3 having ${isAny} order by 1, 2, 3;
      $$;
      lock table ${Object.keys(sources).join(', ')}, stores in share row exclusive mode;
      select rebuild_platform_hours();
      ${['orders', 'credit_entries', 'gift_cards', 'mails'].map(createTriggers).join('')}
      ${extendReasonTriggers()}

      -- Before the store's row is gone, which has the currency of its hours.
      create function delete_store_hours() returns trigger language plpgsql as
        $$begin ${addStoreHours('old', -1)} return old; end$$;
      create trigger delete_store_hours before delete on stores
        for each row execute function delete_store_hours();

      create function move_platform_hours() returns trigger language plpgsql as
        $$begin ${addStoreHours('old', -1)} ${addStoreHours('new', 1)} return null; end$$;
      create trigger move_platform_hours after update of type, default_currency on stores
        for each row when ((old.type, old.default_currency) <> (new.type, new.default_currency))
        execute function move_platform_hours();

      -- Emails that a dropped month keeps were counted before, so no trigger may count them again.
      create or replace function drop_email_month(month text, since timestamptz) returns void
        language plpgsql as $$declare
          name text := 'mails_' || month;
          columns text;
          has_expired boolean;
        begin
          if month !~ '^\\d{4}_\\d\\d$' then raise exception 'Not a month of emails: %', month; end if;
          execute format('select exists (select from %1$I where ended_at < $1)
            or not exists (select from %1$I)', name) into has_expired using since;
          if not has_expired then return; end if;
          select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
            where attrelid = 'mails'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
          perform lock_to_drop('mails');
          execute format('alter table mails detach partition %I', name);
          execute format('insert into mails_rest (%1$s) select %1$s from %2$I
            where ended_at is null or ended_at >= $1', columns, name) using since;
          execute format('drop table %I', name);
        end$$;
      do $$begin
        execute format('alter function drop_email_month(text, timestamptz)
          security definer set search_path = %I, pg_temp', current_schema());
      end$$;
    `,
      )
      .execute(db)
  },
}
