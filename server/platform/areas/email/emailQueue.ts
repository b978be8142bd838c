import { sql } from 'kysely'
import { object, optional, string, type } from 'superstruct'
import { toDay } from '#shared/format/dates.ts'
import { is } from '#shared/engine/is.ts'
import { mails } from '#shared/areas/email/mails.ts'
import type { emailKinds } from '#shared/areas/email/mails.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { removeSecretParts } from './removeSecretParts.ts'
import type { EmailMessage } from './smtpSession.ts'

/**
 * Not `mails`, which earlier versions used with a job per email: a queue can't change its policy.
 */
export const emailQueue = 'mailsDue'

const EmailContent = object({
  text: string(),
  html: optional(string()),
  unsubscribeUrl: optional(string()),
  savedText: optional(string()),
})

type EmailContent = Pick<EmailMessage, 'text' | 'html' | 'unsubscribeUrl'>

const ContentWithText = type({ savedText: string() })

/** Emails that members get. Operators can read their text later, without links and codes. */
export const memberEmailKinds: readonly (keyof typeof emailKinds)[] = [
  'payLink',
  'giftCard',
  'memberInvitation',
]

type NewEmail = Omit<EmailMessage, 'id'> & {
  kind: keyof typeof emailKinds
  storeId?: number | null
  /** The gift card that the email has the link of. */
  giftCardId?: number | null
  /** The record that the email of an operator is about, so that erasing a member finds it. */
  about?: { resource: string; id: number } | null
  /** Codes in the text that only the recipient may see. */
  codes?: readonly string[]
}

/**
 * Saves an encrypted email in the transaction of the write that sends it. Returns a function that
 * wakes the queue after commit.
 */
export async function enqueueEmail(
  { trx, platform, now }: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  {
    to,
    subject,
    kind,
    storeId = null,
    giftCardId = null,
    about = null,
    codes = [],
    ...content
  }: NewEmail,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ id: number }>`
    insert into mails (time, kind, recipient, subject, store_id, gift_card_id, about_resource, about_id,
      next_try_at)
    values (${now}, ${kind}, ${to}, ${subject}, ${storeId}, ${giftCardId}, ${about?.resource ?? null},
      ${about?.id ?? null}, ${now}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // The row was just inserted.
  const saved = memberEmailKinds.includes(kind)
    ? { savedText: removeSecretParts(content.text, codes) }
    : {}
  const sealed = sealEmailContent(platform, id, { ...content, ...saved })
  await sql`update mails set content_sealed = ${sealed}
    where id = ${id} and time = ${now}`.execute(trx)
  return () => platform.wakeQueue(emailQueue)
}

const getEmailContentLocation = (id: number) => ({ table: mails.name, column: 'content', id })

export const sealEmailContent = (
  { secrets }: Pick<Platform, 'secrets'>,
  id: number,
  content: object,
): string => secrets.seal(getEmailContentLocation(id), JSON.stringify(content))

type SealedEmail = { id: number; contentSealed: string | null }

/** Opens what is saved of an email; null if nothing is. */
export function openSealedContent(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, contentSealed }: SealedEmail,
): unknown {
  if (contentSealed === null) return null
  return JSON.parse(secrets.open(getEmailContentLocation(id), contentSealed))
}

/** Opens the text that operators can read: without links and codes. Null if there's none. */
export function openSavedText(
  platform: Pick<Platform, 'secrets'>,
  email: SealedEmail,
): string | null {
  const content = openSealedContent(platform, email)
  return is(content, ContentWithText) ? content.savedText : null
}

/** Opens what is sent; null if it was sent already, or erased. */
export function openEmailContent(
  platform: Pick<Platform, 'secrets'>,
  email: SealedEmail,
): EmailContent | null {
  const content = openSealedContent(platform, email)
  if (!is(content, EmailContent)) return null
  const { savedText: _savedText, ...sent } = content
  return sent as EmailContent // Without the keys that it doesn't have.
}

/** Identifies an email. The time finds its month. */
type EmailKey = { id: number; time: string }

type EmailResult = {
  status: 'sent' | 'failed'
  problem: string | null
  at: string
  /** What stays of a sent email, sealed. */
  savedContent?: string | null
}

/**
 * Saves the result of an email, and counts it for the store's day. The content of a sent email may
 * contain a link, so it's deleted except for the saved text. If the member was erased in the
 * meantime, that is deleted, too.
 */
export async function completeEmail(
  db: Connection,
  { id, time }: EmailKey,
  { status, problem, at, savedContent = null }: EmailResult,
): Promise<void> {
  const countColumn = sql.ref(status === 'sent' ? 'mailSent' : 'mailFailed')
  await sql`
    with ended as (
      update mails set status = ${status}, ended_at = ${at}, next_try_at = null, problem = ${problem},
        content_sealed = case when content_sealed is null or ${status}::text = 'failed' then content_sealed
          else ${savedContent} end
      where id = ${id} and time = ${time} returning store_id)
    insert into store_days (store_id, day, ${countColumn})
    select store_id, ${toDay(at)}::date, 1 from ended where store_id is not null
    on conflict (store_id, day)
      do update set ${countColumn} = ${sql.table('storeDays')}.${countColumn} + 1`.execute(db)
}

/** Requeues a failed email, and subtracts it from the day's failures. */
export async function requeueEmail(
  trx: Connection,
  { id, time }: EmailKey,
  now: string,
): Promise<void> {
  await sql`update store_days set mail_failed = mail_failed - 1
    from mails where mails.id = ${id} and mails.time = ${time}
      and store_days.store_id = mails.store_id and mail_failed > 0
      and day = (mails.ended_at at time zone 'UTC')::date`.execute(trx)
  await sql`update mails set status = 'waiting', attempts = 0, ended_at = null, next_try_at = ${now}
    where id = ${id} and time = ${time}`.execute(trx)
}
