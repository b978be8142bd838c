import { sql } from 'kysely'
import { addTime, formatInstant } from '#shared/format/dates.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { emailQueue, enqueueEmail } from '../email/index.ts'
import { scheduledChangeMessages } from './messages.ts'

type DueNotice = { id: number; startsAt: string; endsAt: string | null; storeIds: number[] }

/** Emails the admins of stores whose maintenance starts soon, once for each change. */
export async function sendDueNotices(platform: Platform): Promise<void> {
  const now = platform.now().toISOString()
  const due = await sql<{ id: number }>`
    select id from scheduled_changes
    where state = 'scheduled' and notice_hours is not null and notified_at is null
      and starts_at <= ${addTime(now, maxNoticeHours, 'hour')}
      and starts_at - make_interval(hours => notice_hours) <= ${now}
    order by starts_at`.execute(platform.db)
  for (const { id } of due.rows)
    // The others still get theirs, and this one is sent with the next run.
    await sendNotice(platform, id, now).catch((err: unknown) =>
      platform.log.warn({ err, scheduledChange: id }, "A notice of maintenance couldn't be sent"),
    )
  if (due.rows.length > 0) await platform.wakeQueue(emailQueue)
}

/** The longest notice that can be chosen, in hours (`scheduleMessages.notices`). */
const maxNoticeHours = 168

type Recipient = { email: string; storeId: number; store: string; zone: string }

async function sendNotice(platform: Platform, id: number, now: string): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<DueNotice>`
      update scheduled_changes set notified_at = ${now}
      where id = ${id} and state = 'scheduled' and notified_at is null
      returning id, starts_at, ends_at, store_ids`.execute(trx)
    const [notice] = rows
    if (!notice) return
    const { rows: recipients } = await sql<Recipient>`
      select users.email, stores.id as store_id, stores.name as store,
        coalesce(stores.time_zone, (select time_zone from store_defaults)) as zone
      from stores join users on users.store_ids @> array[stores.id]
      where stores.id = any(${notice.storeIds}::int[]) and users.kind = 'store_admin'
        and users.status = 'active' order by stores.id, users.id`.execute(trx)
    for (const { email, storeId, store, zone } of recipients) {
      const format = (at: string) => `${formatInstant(at, zone)} (${zone})`
      const start = format(notice.startsAt)
      const end = notice.endsAt === null ? null : format(notice.endsAt)
      await enqueueEmail(
        { trx, platform, now },
        {
          to: email,
          kind: 'maintenance',
          storeId,
          subject: scheduledChangeMessages.noticeSubject(store),
          text: scheduledChangeMessages.noticeText(store, start, end),
        },
      )
    }
  })
}
