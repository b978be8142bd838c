import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails of stores count in the sums of the day on which they ended, those that ended before this too. */
export const mailDays: Migration = {
  async up(db) {
    await sql`create index mails_ended_at_idx on mails (ended_at)`.execute(db)
    await sql`insert into store_days (store_id, day, mail_sent, mail_failed)
      select store_id, (ended_at at time zone 'UTC')::date,
        count(*) filter (where status = 'sent'), count(*) filter (where status = 'failed')
      from mails
      where store_id is not null and ended_at is not null and status in ('sent', 'failed')
      group by 1, 2
      on conflict (store_id, day) do update set
        mail_sent = store_days.mail_sent + excluded.mail_sent,
        mail_failed = store_days.mail_failed + excluded.mail_failed`.execute(db)
  },
}
