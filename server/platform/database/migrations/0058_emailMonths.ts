import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { partitionByMonth } from './partitionByMonth.ts'

/**
 * Emails, partitioned by the month in which they were queued. The table is locked while its new
 * primary key is built, which takes about a second for a million emails.
 */
export const emailMonths: Migration = {
  async up(db) {
    await partitionByMonth(db, 'mails', 'time')
    await sql`
      -- With more statistics, PostgreSQL chooses the right plan for searches.
      alter table mails alter column search_text set statistics 500;

      -- Emails that ended later, or didn't end yet, go to the rest. The month is created for them
      -- again, and stays until they have ended. Few emails wait that long.
      create function drop_email_month(month text, since timestamptz) returns void language plpgsql as $$declare
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
          execute format('insert into mails (%1$s) select %1$s from %2$I
            where ended_at is null or ended_at >= $1', columns, name) using since;
          execute format('drop table %I', name);
        end$$;
      do $$begin
        execute format('alter function drop_email_month(text, timestamptz)
          security definer set search_path = %I, pg_temp', current_schema());
      end$$;
    `.execute(db)
  },
}
