import { sql } from 'kysely'
import { object, optional, string } from 'superstruct'
import { toDay } from '#shared/format/dates.ts'
import { is } from '#shared/engine/is.ts'
import { mails } from '#shared/areas/email/mails.ts'
import type { emailKinds } from '#shared/areas/email/mails.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { EmailMessage } from './smtpSession.ts'

/**
 * Not `mails`, which earlier versions used with a job per email: a queue can't change its policy.
 */
export const emailQueue = 'mailsDue'

const EmailContent = object({
  text: string(),
  html: optional(string()),
  unsubscribeUrl: optional(string()),
})

type EmailContent = Pick<EmailMessage, 'text' | 'html' | 'unsubscribeUrl'>

type NewEmail = Omit<EmailMessage, 'id'> & {
  kind: keyof typeof emailKinds
  storeId?: number | null
  /** The gift card that the email has the link of. */
  giftCardId?: number | null
}

/**
 * Saves an encrypted email in the transaction of the write that sends it. Returns a function that
 * wakes the queue after commit.
 */
export async function enqueueEmail(
  { trx, platform, now }: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  { to, subject, kind, storeId = null, giftCardId = null, ...content }: NewEmail,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ id: number }>`
    insert into mails (time, kind, recipient, subject, store_id, gift_card_id, next_try_at)
    values (${now}, ${kind}, ${to}, ${subject}, ${storeId}, ${giftCardId}, ${now}) returning id`.execute(
    trx,
  )
  const id = rows[0]?.id ?? 0 // The row was just inserted.
  const sealed = platform.secrets.seal(getEmailContentLocation(id), JSON.stringify(content))
  await sql`update mails set content_sealed = ${sealed} where id = ${id}`.execute(trx)
  return () => platform.wakeQueue(emailQueue)
}

const getEmailContentLocation = (id: number) => ({ table: mails.name, column: 'content', id })

export function openEmailContent(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, contentSealed }: { id: number; contentSealed: string | null },
): EmailContent | null {
  if (contentSealed === null) return null
  const content: unknown = JSON.parse(secrets.open(getEmailContentLocation(id), contentSealed))
  return is(content, EmailContent) ? ({ ...content } as EmailContent) : null
}

/**
 * Saves the result of an email, and counts it for the store's day. Deletes the content of a sent
 * email: it's no longer needed, and may contain a link.
 */
export async function completeEmail(
  db: Connection,
  id: number,
  { status, problem, at }: { status: 'sent' | 'failed'; problem: string | null; at: string },
): Promise<void> {
  const countColumn = sql.ref(status === 'sent' ? 'mailSent' : 'mailFailed')
  await sql`
    with ended as (
      update mails set status = ${status}, ended_at = ${at}, next_try_at = null, problem = ${problem},
        content_sealed = case ${status}::text when 'sent' then null else content_sealed end
      where id = ${id} returning store_id)
    insert into store_days (store_id, day, ${countColumn})
    select store_id, ${toDay(at)}::date, 1 from ended where store_id is not null
    on conflict (store_id, day)
      do update set ${countColumn} = ${sql.table('storeDays')}.${countColumn} + 1`.execute(db)
}

/** Requeues a failed email, and subtracts it from the day's failures. */
export async function requeueEmail(trx: Connection, id: number, now: string): Promise<void> {
  await sql`update store_days set mail_failed = mail_failed - 1
    from mails where mails.id = ${id} and store_days.store_id = mails.store_id and mail_failed > 0
      and day = (mails.ended_at at time zone 'UTC')::date`.execute(trx)
  await sql`update mails set status = 'waiting', attempts = 0, ended_at = null, next_try_at = ${now}
    where id = ${id}`.execute(trx)
}
