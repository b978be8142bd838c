import { sql } from 'kysely'
import { getDigestPeriod } from '#shared/areas/notifications/digestPeriod.ts'
import type { DigestPeriod, DigestSchedule } from '#shared/areas/notifications/digestPeriod.ts'
import { isQuiet } from '#shared/areas/notifications/quietHours.ts'
import type { QuietHours } from '#shared/areas/notifications/quietHours.ts'
import {
  unsubscribePath,
  unsubscribeTokenParam,
} from '#shared/areas/notifications/notificationCalls.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { enqueueEmail } from '../email/index.ts'
import { isEmptyDigest, loadDigest } from './loadDigest.ts'
import { createUnsubscribeToken } from './unsubscribeToken.ts'
import { formatDigest } from './formatDigest.ts'

type Subscriber = DigestSchedule & QuietHours & { userId: number; digestedUntil: string }

/** Sends the digests whose time has come. During quiet hours, they wait. */
export async function sendDigests(platform: Platform): Promise<void> {
  const now = platform.now().toISOString()
  const { rows } = await sql<Subscriber>`
    select user_id, digest, digest_day, digest_time, time_zone, digested_until,
      quiet_hours, quiet_from, quiet_until, quiet_days
    from notification_preferences where digest <> 'off' order by user_id`.execute(platform.db)
  for (const subscriber of rows) {
    const period = getDigestPeriod(subscriber, now)
    if (period.to <= subscriber.digestedUntil || isQuiet(subscriber, now)) continue
    try {
      await sendDigest(platform, subscriber, period)
    } catch (error) {
      // The others still get theirs, and this one is sent with the next run.
      platform.log.error({ err: error, user: subscriber.userId }, "A digest couldn't be sent")
    }
  }
}

/**
 * Marks a period as digested in the transaction that queues its email, so that it is sent once,
 * whenever a process ends.
 */
async function sendDigest(
  platform: Platform,
  { userId, digest, timeZone }: Subscriber,
  period: DigestPeriod,
): Promise<void> {
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update notification_preferences set digested_until = ${period.to}
      where user_id = ${userId} and digest = ${digest} and digested_until < ${period.to}`.execute(
      trx,
    )
    const reader = numAffectedRows ? await findActiveOperator(trx, userId) : undefined
    if (!reader) return null
    const content = await loadDigest(trx, reader, period)
    if (isEmptyDigest(content)) return null
    const token = createUnsubscribeToken(platform.secrets, userId)
    const unsubscribeUrl = buildUrl(
      platform,
      `${unsubscribePath}?${new URLSearchParams({ [unsubscribeTokenParam]: token })}`,
    )
    const email = formatDigest(content, {
      frequency: digest,
      period,
      timeZone,
      unsubscribeUrl,
      buildUrl: (path) => buildUrl(platform, path),
    })
    const now = platform.now().toISOString()
    return enqueueEmail(
      { trx, platform, now },
      { to: reader.email, kind: 'digest', unsubscribeUrl, ...email },
    )
  })
  await wakeQueue?.()
}

const buildUrl = ({ consoleOrigin }: Platform, path: string): string =>
  new URL(path, consoleOrigin).href
