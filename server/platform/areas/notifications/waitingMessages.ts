import { sql } from 'kysely'
import type { QuietHours } from '#shared/areas/notifications/quietHours.ts'
import { isQuiet } from '#shared/areas/notifications/quietHours.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { enqueueEmail } from '../email/index.ts'
import { formatWaitingEmail } from './messages.ts'

/** A message that waits. A later one with the same key replaces it. */
export type WaitingMessage = { key: string; title: string; details: string[] }

type QuietUser = QuietHours & { userId: number; email: string }

/**
 * Finds which of these addresses belong to operators with quiet hours now (ISO 8601), with the IDs
 * of their accounts.
 */
export async function findQuietUsers(
  connection: Connection,
  addresses: readonly string[],
  now: string,
): Promise<Map<string, number>> {
  const emails = addresses.map((address) => address.toLowerCase())
  const { rows } = await sql<QuietUser>`
    select user_id, email, quiet_hours, quiet_from, quiet_until, quiet_days, time_zone
    from notification_preferences join users on users.id = user_id
    where quiet_hours and lower(email) = any(${emails}::text[])`.execute(connection)
  const quiet = rows.filter((row) => isQuiet(row, now))
  return new Map(
    addresses.flatMap((address) => {
      const row = quiet.find(({ email }) => email.toLowerCase() === address.toLowerCase())
      return row ? [[address, row.userId] as const] : []
    }),
  )
}

/** Saves messages to a user until their quiet hours end. */
export async function saveWaitingMessages(
  trx: Connection,
  userId: number,
  messages: readonly WaitingMessage[],
  now: string,
): Promise<void> {
  for (const { key, title, details } of messages)
    await sql`
      insert into waiting_messages (user_id, key, title, details, at)
      values (${userId}, ${key}, ${title}, ${details}, ${now})
      on conflict (user_id, key) do update
        set title = excluded.title, details = excluded.details, at = excluded.at`.execute(trx)
}

/** Sends each user whose quiet hours are over one email with everything that waited. */
export async function sendWaitingMessages(platform: Platform): Promise<void> {
  const now = platform.now().toISOString()
  const { rows } = await sql<QuietUser>`
    select users.id as user_id, email, coalesce(quiet_hours, false) as quiet_hours,
      quiet_from, quiet_until, quiet_days, time_zone
    from users left join notification_preferences on user_id = users.id
    where users.id in (select user_id from waiting_messages) order by users.id`.execute(platform.db)
  for (const user of rows.filter((row) => !isQuiet(row, now)))
    await sendUserMessages(platform, user, now)
}

/** Deletes the messages in the transaction that queues their email, so that none comes twice. */
async function sendUserMessages(
  platform: Platform,
  { userId, email }: QuietUser,
  now: string,
): Promise<void> {
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<WaitingMessage & { at: string }>`
      delete from waiting_messages where user_id = ${userId} returning key, title, details, at`.execute(
      trx,
    )
    if (rows.length === 0 || !(await findActiveOperator(trx, userId))) return null
    const messages = rows.toSorted((one, other) => one.at.localeCompare(other.at))
    const url = new URL('/dashboard?attention', platform.consoleOrigin).href
    const content = formatWaitingEmail(messages, url)
    return enqueueEmail({ trx, platform, now }, { to: email, kind: 'alert', ...content })
  })
  await wakeQueue?.()
}
