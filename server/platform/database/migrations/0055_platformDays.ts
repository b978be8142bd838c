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

const joinFigures = (write: (name: string) => string) => figures.map(write).join(', ')
const names = joinFigures((name) => name)
const sums = joinFigures((name) => `sum(${name})`)

/** Joins the rows that a statement added and removed, with `sign` as their factor. */
const joinChanges = (kind: string, columns: string): string => {
  const added = `select ${columns}, 1 as sign from added`
  const removed = `select ${columns}, -1 as sign from removed`
  return { insert: added, update: `${added} union all ${removed}`, delete: removed }[kind] ?? ''
}

const addDays = (kind: string) => `
  insert into platform_days (day, currency, unit, ${names})
    select day, currency, unit, ${joinFigures((name) => `sum(sign * ${name})`)}
    from (${joinChanges(kind, '*')}) as changes join (
      -- Waits until a store whose currency is being changed has the new one.
      select id, default_currency as currency,
        case type when 'points' then 'points' else default_currency end as unit
      from stores where id in (select store_id from (${joinChanges(kind, 'store_id')}) as changed)
      order by id for key share
    ) as locked on locked.id = changes.store_id
    group by day, currency, unit
    having ${figures.map((name) => `sum(sign * ${name}) <> 0`).join(' or ')};`

const addReasons = (kind: string) => `
  insert into platform_reasons (day, reason, payments_failed)
    select (attempted_at at time zone 'UTC')::date, reason, sum(sign)
    from (${joinChanges(kind, 'attempted_at, reason')}) as changes
    group by 1, 2 having sum(sign) <> 0;`

const transitions = {
  insert: 'new table as added',
  update: 'old table as removed new table as added',
  delete: 'old table as removed',
} as const

/** Makes every statement on a table add its change to the sums. */
const createTriggers = (
  table: string,
  sumTable: string,
  buildInsert: (kind: string) => string,
): string =>
  Object.entries(transitions)
    .map(
      ([kind, transition]) => `
      create function ${sumTable}_${kind}() returns trigger language plpgsql as
        $$begin ${buildInsert(kind)} return null; end$$;
      create trigger ${sumTable}_${kind} after ${kind} on ${table}
        referencing ${transition} for each statement execute function ${sumTable}_${kind}();`,
    )
    .join('')

/**
 * Sums per day for the whole platform, so that the dashboard doesn't read the days of all stores.
 * Triggers add the change of each statement as rows of their own, so no writer waits for another.
 * A chore folds the rows of a day into one (dashboard/foldPlatformDays.ts).
 */
export const platformDays: Migration = {
  async up(db) {
    await sql
      .raw(
        `
      create table platform_days (
        day date not null,
        currency text collate "C" not null,
        unit text collate "C" not null,
        ${joinFigures((name) => `${name} bigint not null`)},
        is_folded boolean not null default false
      );
      create index platform_days_day_idx on platform_days (day);
      create index platform_days_new_idx on platform_days (day) where not is_folded;

      create table platform_reasons (
        day date not null,
        reason text collate "C" not null,
        payments_failed bigint not null,
        is_folded boolean not null default false
      );
      create index platform_reasons_day_idx on platform_reasons (day);
      create index platform_reasons_new_idx on platform_reasons (day) where not is_folded;

      -- Replaces all sums. Nothing else may write to these tables while it runs.
      create function rebuild_platform_days() returns void language sql as $$
        delete from platform_days;
        delete from platform_reasons;
        insert into platform_days (day, currency, unit, ${names}, is_folded)
          select day, default_currency, case type when 'points' then 'points' else default_currency end,
            ${sums}, true
          from store_days join stores on stores.id = store_id group by 1, 2, 3;
        insert into platform_reasons (day, reason, payments_failed, is_folded)
          select (attempted_at at time zone 'UTC')::date, reason, count(*), true
          from payment_attempts group by 1, 2;
      $$;
      lock table store_days, payment_attempts, stores in share row exclusive mode;
      select rebuild_platform_days();
      ${createTriggers('store_days', 'platform_days', addDays)}
      ${createTriggers('payment_attempts', 'platform_reasons', addReasons)}

      -- Before the store's row is gone, which has the currency of its days.
      create function delete_store_days() returns trigger language plpgsql as
        $$begin delete from store_days where store_id = old.id; return old; end$$;
      create trigger delete_store_days before delete on stores
        for each row execute function delete_store_days();

      create function move_platform_days() returns trigger language plpgsql as $$begin
        insert into platform_days (day, currency, unit, ${names})
          select day, old.default_currency,
            case old.type when 'points' then 'points' else old.default_currency end,
            ${joinFigures((name) => `-${name}`)} from store_days where store_id = old.id
          union all select day, new.default_currency,
            case new.type when 'points' then 'points' else new.default_currency end,
            ${names} from store_days where store_id = new.id;
        return null;
      end$$;
      create trigger move_platform_days after update of type, default_currency on stores
        for each row when ((old.type, old.default_currency) <> (new.type, new.default_currency))
        execute function move_platform_days();
    `,
      )
      .execute(db)
  },
}
