import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { SmtpSession } from './smtpSession.ts'
import { completeEmail, openEmailContent, openSavedText, sealEmailContent } from './emailQueue.ts'
import { SmtpError, hostErrorCodes } from './smtpErrors.ts'
import { deliveryClaimMs } from './waitingEmails.ts'
import { emailSendingMessages } from './messages.ts'

/** The delays before each retry. After the last one, the email has failed. */
const retryMinutes = [1, 5, 30, 120, 720]

type DueEmail = {
  id: number
  /** When it was queued. */
  time: string
  recipient: string
  subject: string
  storeId: number | null
  attempts: number
  contentSealed: string | null
}

/** Which email is next: the one that has waited longest, or the newest. */
const orderByTurn = {
  first: sql`next_try_at, id`,
  last: sql`next_try_at desc, id desc`,
} as const

/**
 * Sends one due email with its store's SMTP setting. If it can't be sent, it is retried later or
 * fails. Returns false if none is due.
 */
export async function deliverNextEmail(
  platform: Platform,
  turn: keyof typeof orderByTurn = 'first',
): Promise<boolean> {
  const claimed = await claimEmail(platform, turn)
  if (!claimed) return false
  const { mail: email, settings } = claimed
  if (!settings) return true
  try {
    await sendEmail(platform, email, settings)
  } catch (error) {
    await saveFailure(platform, email, error)
    return true
  }
  const at = platform.now().toISOString()
  const savedText = openSavedText(platform, email)
  const savedContent =
    savedText === null ? null : sealEmailContent(platform, email.id, { savedText })
  await completeEmail(platform.db, email, { status: 'sent', problem: null, at, savedContent })
  return true
}

/**
 * Claims a due email together with the setting that sends it. Without a setting, the email waits,
 * and so do all others of that setting.
 */
async function claimEmail({ db, now }: Platform, turn: keyof typeof orderByTurn) {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<DueEmail>`
      select id, time, recipient, subject, store_id, attempts, content_sealed from mails
      where status = 'waiting' and next_try_at <= ${at.toISOString()}
      order by ${orderByTurn[turn]} limit 1 for update skip locked`.execute(trx)
    const [email] = rows
    if (!email) return null
    const settings = await lockSmtpSettings(trx, email.storeId)
    const waitReason = settings
      ? await getWaitReason(trx, settings, at)
      : emailSendingMessages.noSetting
    if (waitReason || !settings) {
      await postponeEmails(trx, { settingsId: settings?.['id'] ?? null, wait: waitReason, at })
      return { mail: email, settings: null }
    }
    const next = new Date(at.getTime() + deliveryClaimMs).toISOString()
    await sql`update mails set next_try_at = ${next}, claimed_at = ${at.toISOString()}, attempts = attempts + 1,
      smtp_settings_id = ${settings.id} where id = ${email.id} and time = ${email.time}`.execute(
      trx,
    )
    return { mail: { ...email, attempts: email.attempts + 1 }, settings }
  })
}

/** Postpones all due emails of a setting by a minute, so that they don't hold up others. */
async function postponeEmails(
  trx: Connection,
  { settingsId, wait: waitReason, at }: { settingsId: unknown; wait: string | null; at: Date },
): Promise<void> {
  const next = new Date(at.getTime() + 60_000).toISOString()
  await sql`update mails set next_try_at = ${next}, problem = ${waitReason} where status = 'waiting' and (id, time) in (
    select mails.id, mails.time from mails left join stores on stores.id = mails.store_id
    where mails.status = 'waiting' and next_try_at <= ${at.toISOString()} and coalesce(stores.smtp_settings_id,
      (select id from smtp_settings where scope = 'platform')) is not distinct from ${settingsId}::int
    order by mails.id for update of mails skip locked)`.execute(trx)
}

/**
 * Loads the setting of a store and locks it, so that parallel deliveries count each other's emails.
 */
async function lockSmtpSettings(
  trx: Connection,
  storeId: number | null,
): Promise<AnyRecord | undefined> {
  const { rows } = await sql<AnyRecord>`
    select * from smtp_settings where id = coalesce(
      (select smtp_settings_id from stores where id = ${storeId}),
      (select id from smtp_settings where scope = 'platform')) for update`.execute(trx)
  return rows[0]
}

/** Returns why this setting can't send right now; null if it can. */
async function getWaitReason(
  trx: Connection,
  settings: AnyRecord,
  at: Date,
): Promise<string | null> {
  const { id, state, paused, pauseReason, limitPerMinute } = settings
  if (paused === true) return emailSendingMessages.paused(String(pauseReason))
  if (state !== 'active' && state !== 'degraded') return emailSendingMessages.inactive
  if (typeof limitPerMinute !== 'number') return null
  const since = new Date(at.getTime() - 60_000).toISOString()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails
    where smtp_settings_id = ${id} and claimed_at > ${since}`.execute(trx)
  return (rows[0]?.count ?? 0) >= limitPerMinute
    ? emailSendingMessages.limitReached(limitPerMinute)
    : null
}

async function sendEmail(platform: Platform, email: DueEmail, settings: AnyRecord): Promise<void> {
  const content = openEmailContent(platform, email)
  if (!content) throw new Error('A mail without content')
  const { host, port, auth, username } = settings
  const endpoint = {
    host: String(host),
    port: Number(port),
    purpose: 'mail',
    encrypted: false,
  } as const
  const socket = await platform.outgoing.connect(endpoint)
  const session = new SmtpSession(platform.outgoing, settings, socket)
  try {
    await session.greet()
    const { password } = await openSecrets(platform, smtpSettings, settings)
    if (auth === 'login') await session.signIn(String(username ?? ''), password ?? '')
    const id = `${email.id}.${Date.parse(email.time)}`
    await session.send({ id, to: email.recipient, subject: email.subject, ...content })
  } finally {
    session.close()
    socket.destroy()
  }
}

/**
 * The list of emails must not reveal host names inside our own network. Only the test of a setting
 * does.
 */
const getProblem = ({ code, sentence }: NetworkError): string =>
  hostErrorCodes.includes(code) ? emailSendingMessages.couldNotReachServer : sentence

/**
 * Retries later if the server couldn't be reached or the error is temporary. Otherwise the email
 * fails.
 */
async function saveFailure(platform: Platform, email: DueEmail, error: unknown): Promise<void> {
  const isNetworkError = error instanceof NetworkError
  if (!isNetworkError)
    platform.log.error({ err: error, mail: email.id }, "An email couldn't be sent")
  const problem = isNetworkError ? getProblem(error) : emailSendingMessages.failedInside
  const isFinal = error instanceof SmtpError && !error.isTemporary
  const minutes = isFinal ? undefined : retryMinutes[email.attempts - 1]
  const now = platform.now()
  if (minutes === undefined)
    return completeEmail(platform.db, email, {
      status: 'failed',
      problem,
      at: now.toISOString(),
    })
  const next = new Date(now.getTime() + minutes * 60_000).toISOString()
  await sql`update mails set problem = ${problem}, next_try_at = ${next}
    where id = ${email.id} and time = ${email.time}`.execute(platform.db)
}
