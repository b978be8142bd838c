import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * How long a delivery may take before another process can retry, in milliseconds. Longer than any
 * session.
 */
export const deliveryClaimMs = 120_000

/**
 * Builds the table of emails that wait for a setting: those of its stores and, for the default,
 * also those of operators.
 */
export const buildWaitingEmailsSql = (settingsId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select mails.id, mails.time, next_try_at, claimed_at from mails left join stores on stores.id = mails.store_id
  where mails.status = 'waiting' and coalesce(stores.smtp_settings_id,
    (select id from smtp_settings where scope = 'platform')) = ${settingsId}) as waiting_mails`

/** Counts the emails that wait for a setting, for whatever reason. */
export async function countWaitingEmails(
  connection: Connection,
  { id }: Pick<AnyRecord, 'id'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${buildWaitingEmailsSql(sql`${id}::int`)}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

/** Makes all waiting emails of a setting due now, except those that are being sent. */
export async function releaseEmails(
  trx: Connection,
  settingsId: number,
  now: string,
): Promise<void> {
  const before = new Date(Date.parse(now) - deliveryClaimMs).toISOString()
  await sql`update mails set next_try_at = ${now} where status = 'waiting' and (id, time) in (
    select id, time from ${buildWaitingEmailsSql(sql`${settingsId}::int`)}
    where next_try_at > ${now} and coalesce(claimed_at, '-infinity') < ${before})`.execute(trx)
}
