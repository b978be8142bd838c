import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'

/**
 * Data that the platform keeps for a limited number of days. Logs have their own setting in the
 * console (`logRetention`).
 */
export const retentionRules = {
  jobs: {
    setting: 'JOB_RETENTION_DAYS',
    defaultDays: 180,
    // A job can be undone for 30 days.
    minDays: 31,
    purge: (since: string, limit: number) => sql`
      delete from jobs where id in (select id from jobs
        where status not in ('waiting', 'running') and ended_at < ${since}
          and (kept_until is null or kept_until < ${since}) order by id limit ${limit})`,
  },
  emails: {
    setting: 'EMAIL_RETENTION_DAYS',
    defaultDays: 365,
    minDays: 31,
    purge: (since: string, limit: number) => sql`
      delete from mails where id in (select id from mails
        where ended_at < ${since} order by id limit ${limit})`,
  },
  emailTexts: {
    setting: 'EMAIL_TEXT_RETENTION_DAYS',
    defaultDays: 90,
    // A failed email can be resent as long as its text is kept.
    minDays: 7,
    purge: (since: string, limit: number) => sql`
      update mails set content_sealed = null where id in (select id from mails
        where ended_at < ${since} and content_sealed is not null order by ended_at limit ${limit})`,
  },
  webhookBodies: {
    setting: 'WEBHOOK_BODY_RETENTION_DAYS',
    defaultDays: 90,
    minDays: 1,
    // The event row stays, so a redelivery is recognized.
    purge: (since: string, limit: number) => sql`
      with payment as (update payment_events set body = '' where id in (select id from payment_events
          where received_at < ${since} and body <> '' order by id limit ${limit}) returning 1),
        printful as (update printful_events set body = '' where id in (select id from printful_events
          where received_at < ${since} and body <> '' order by id limit ${limit}) returning 1)
      select from payment union all select from printful`,
  },
  providerEvents: {
    setting: 'PROVIDER_EVENT_RETENTION_DAYS',
    defaultDays: 730,
    // Providers redeliver an event for days. Without its row, it would count twice.
    minDays: 90,
    purge: (since: string, limit: number) => sql`
      with payment as (delete from payment_events where id in (select id from payment_events
          where received_at < ${since} order by id limit ${limit}) returning 1),
        printful as (delete from printful_events where id in (select id from printful_events
          where received_at < ${since} order by id limit ${limit}) returning 1),
        giftCard as (delete from gift_card_events where ctid in (select ctid from gift_card_events
          where received_at < ${since} limit ${limit}) returning 1)
      select from payment union all select from printful union all select from giftCard`,
  },
} satisfies Record<
  string,
  {
    setting: string
    defaultDays: number
    minDays: number
    purge: (since: string, limit: number) => RawBuilder<unknown>
  }
>

type RetentionName = keyof typeof retentionRules

/** Days for each rule; null keeps everything. */
export type RetentionDays = Readonly<Record<RetentionName, number | null>>

const msPerDay = 24 * 60 * 60_000
/** Rows per statement, so no lock is held for long. */
const purgeBatchSize = 1000

/** Deletes data older than its rule allows, in batches. */
export async function purgeExpiredData({
  db,
  now,
  retention,
}: {
  db: Kysely<Database>
  now: () => Date
  retention: RetentionDays
}): Promise<void> {
  // Object.entries loses the key type.
  for (const [name, { purge }] of Object.entries(retentionRules) as [
    RetentionName,
    (typeof retentionRules)[RetentionName],
  ][]) {
    const days = retention[name]
    if (days === null) continue
    const since = new Date(now().getTime() - days * msPerDay).toISOString()
    for (;;) {
      const { rows, numAffectedRows = 0n } = await purge(since, purgeBatchSize).execute(db)
      if (rows.length === 0 && numAffectedRows === 0n) break
    }
  }
}
