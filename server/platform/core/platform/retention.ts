import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import {
  createMonthPartitions,
  dropEndedMonths,
} from '#server/platform/database/monthPartitions.ts'
import type { DropMonth } from '#server/platform/database/monthPartitions.ts'

/**
 * Data that the platform keeps for a limited number of days. Logs have their own setting in the
 * console (`logRetention`). Partitioned tables find the rows of a batch by an array, because for a
 * subquery PostgreSQL would read all months.
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
    dropMonth: {
      mails: (month: string, since: string) => sql`drop_email_month(${month}, ${since})`,
    },
  },
  emailTexts: {
    setting: 'EMAIL_TEXT_RETENTION_DAYS',
    defaultDays: 90,
    // A failed email can be resent as long as its text is kept.
    minDays: 7,
    purge: (since: string, limit: number) => sql`
      update mails set content_sealed = null where id = any(array(select id from mails
        where ended_at < ${since} and content_sealed is not null order by ended_at limit ${limit}))`,
  },
  webhookBodies: {
    setting: 'WEBHOOK_BODY_RETENTION_DAYS',
    defaultDays: 90,
    minDays: 1,
    // The event row stays, so a redelivery is recognized.
    purge: (since: string, limit: number) => sql`
      with payment as (update payment_events set body = ''
          where received_at < ${since} and id = any(array(select id from payment_events
            where received_at < ${since} and body <> '' order by received_at limit ${limit}))
          returning 1),
        printful as (update printful_events set body = ''
          where received_at < ${since} and id = any(array(select id from printful_events
            where received_at < ${since} and body <> '' order by received_at limit ${limit}))
          returning 1)
      select from payment union all select from printful`,
  },
  providerEvents: {
    setting: 'PROVIDER_EVENT_RETENTION_DAYS',
    defaultDays: 730,
    // Runa redelivers an event for days. Without its row, it would count twice. Other providers'
    // events have keys that stay.
    minDays: 90,
    purge: (since: string, limit: number) => sql`
      delete from gift_card_events where ctid in (select ctid from gift_card_events
        where received_at < ${since} limit ${limit})`,
    dropMonth: {
      payment_events: (month: string) => sql`drop_event_month('payment_events', ${month})`,
      printful_events: (month: string) => sql`drop_event_month('printful_events', ${month})`,
    },
  },
  failedPayments: {
    setting: 'FAILED_PAYMENT_RETENTION_DAYS',
    // They are financial records, so deleting them is the operator's decision.
    defaultDays: null,
    // The longest range of the dashboard is 366 days. The one before it begins 371 days earlier.
    minDays: 740,
    dropMonth: {
      payment_attempts: (month: string, since: string) =>
        sql`drop_attempt_month(${month}, ${since})`,
    },
  },
} satisfies Record<string, RetentionRule>

export type RetentionRule = {
  setting: string
  /** Null keeps everything. */
  defaultDays: number | null
  minDays: number
  /** Deletes or changes at most this many rows. */
  purge?: (since: string, limit: number) => RawBuilder<unknown>
  /** Calls the function that drops a month such as 2026_11, for each table that has months. */
  dropMonth?: Readonly<Record<string, DropMonth>>
}

type RetentionName = keyof typeof retentionRules

/** Days for each rule; null keeps everything. */
export type RetentionDays = Readonly<Record<RetentionName, number | null>>

const msPerDay = 24 * 60 * 60_000
/** Rows per statement, so no lock is held for long. */
const purgeBatchSize = 1000

/**
 * Deletes data older than its rule allows: rows in batches, and months as a whole once all of a
 * month is older.
 */
export async function purgeExpiredData({
  db,
  now,
  retention,
}: {
  db: Kysely<Database>
  now: () => Date
  retention: RetentionDays
}): Promise<void> {
  const getStart = (days: number) => new Date(now().getTime() - days * msPerDay).toISOString()
  // Object.entries loses the key type.
  const entries = Object.entries(retentionRules) as [RetentionName, RetentionRule][]
  const rules = entries.flatMap(([name, { purge, dropMonth = {} }]) => {
    const days = retention[name]
    return days === null ? [] : [{ since: getStart(days), purge, dropMonth }]
  })
  for (const { since, purge } of rules)
    if (purge) await purgeInBatches(db, (limit) => purge(since, limit))
  // Last, because dropping a month gives up if others use its table.
  await createMonthPartitions({ db, now })
  for (const { since, dropMonth } of rules)
    for (const [table, drop] of Object.entries(dropMonth))
      await dropEndedMonths(db, { table, since, drop })
}

async function purgeInBatches(
  db: Kysely<Database>,
  purge: (limit: number) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { rows, numAffectedRows = 0n } = await purge(purgeBatchSize).execute(db)
    if (rows.length === 0 && numAffectedRows === 0n) return
  }
}
