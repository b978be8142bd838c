import { sql } from 'kysely'
import { addTime, formatInstant } from '#shared/format/dates.ts'
import type { ScheduledChangeState } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { emailQueue, enqueueEmail } from '../email/index.ts'
import { scheduledChangeMessages } from './messages.ts'

/**
 * Emails the admins of stores whose maintenance starts soon, once for each change, and those who
 * were told of a maintenance that was moved or won't take place.
 */
export async function sendDueNotices(platform: Platform): Promise<void> {
  const now = platform.now().toISOString()
  const corrections = await sendEach(platform, await findOutdatedNotices(platform.db), (id) =>
    sendCorrection(platform, id, now),
  )
  const notices = await sendEach(platform, await findDueNotices(platform.db, now), (id) =>
    sendNotice(platform, id, now),
  )
  if (corrections + notices > 0) await platform.wakeQueue(emailQueue)
}

/** Sends the notices of these changes, and returns how many changes there were. */
async function sendEach(
  platform: Platform,
  ids: readonly number[],
  send: (id: number) => Promise<void>,
): Promise<number> {
  for (const id of ids)
    // The others still get theirs, and this one is sent with the next run.
    await send(id).catch((err: unknown) =>
      platform.log.warn({ err, scheduledChange: id }, "A notice of maintenance couldn't be sent"),
    )
  return ids.length
}

/** The longest notice that can be chosen, in hours (`scheduleMessages.notices`). */
const maxNoticeHours = 168

async function findDueNotices(db: Connection, now: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from scheduled_changes
    where state = 'scheduled' and notice_hours is not null and notified_at is null
      and starts_at <= ${addTime(now, maxNoticeHours, 'hour')}
      and starts_at - make_interval(hours => notice_hours) <= ${now}
    order by starts_at`.execute(db)
  return rows.map(({ id }) => id)
}

/** States of a change that was never made, or was stopped by an operator. */
const canceledStates: readonly ScheduledChangeState[] = [
  'canceled',
  'rejected',
  'withdrawn',
  'missed',
  'failed',
]

/** A moved change that waits for approval again keeps its notice until it's decided. */
const isOutdated = sql<boolean>`announced_starts_at is not null and (
  state = any(${[...canceledStates]}::text[]) or state = 'scheduled' and (
    starts_at <> announced_starts_at or ends_at is distinct from announced_ends_at))`

async function findOutdatedNotices(db: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from scheduled_changes where ${isOutdated} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

type Notice = { startsAt: string; endsAt: string | null; storeIds: number[] }

async function sendNotice(platform: Platform, id: number, now: string): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Notice>`
      update scheduled_changes
      set notified_at = ${now}, announced_starts_at = starts_at, announced_ends_at = ends_at
      where id = ${id} and state = 'scheduled' and notified_at is null
      returning starts_at, ends_at, store_ids`.execute(trx)
    const [notice] = rows
    if (!notice) return
    const { startsAt, endsAt, storeIds } = notice
    await emailStoreAdmins({ trx, platform, now }, storeIds, (store, format) => ({
      subject: scheduledChangeMessages.noticeSubject(store),
      text: scheduledChangeMessages.noticeText(store, format(startsAt), endsAt && format(endsAt)),
    }))
  })
}

type Correction = Notice & { state: ScheduledChangeState; announcedStartsAt: string }

/** Tells store admins that a maintenance was moved or canceled. A moved one needs no other notice if that's due. */
async function sendCorrection(platform: Platform, id: number, now: string): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Correction>`
      select state, starts_at, ends_at, store_ids, announced_starts_at from scheduled_changes
      where id = ${id} and ${isOutdated} for update`.execute(trx)
    const [change] = rows
    if (!change) return
    const { state, startsAt, endsAt, storeIds, announcedStartsAt } = change
    const isMoved = state === 'scheduled'
    await sql`update scheduled_changes set
        announced_starts_at = ${isMoved ? startsAt : null},
        announced_ends_at = ${isMoved ? endsAt : null},
        notified_at = case
          when starts_at - make_interval(hours => coalesce(notice_hours, 0)) <= ${now} then ${now}
          else notified_at end
      where id = ${id}`.execute(trx)
    await emailStoreAdmins({ trx, platform, now }, storeIds, (store, format) => {
      const announcedStart = format(announcedStartsAt)
      return isMoved
        ? {
            subject: scheduledChangeMessages.movedSubject(store),
            text: scheduledChangeMessages.movedText(store, {
              announcedStart,
              start: format(startsAt),
              end: endsAt && format(endsAt),
            }),
          }
        : {
            subject: scheduledChangeMessages.canceledSubject(store),
            text: scheduledChangeMessages.canceledText(store, announcedStart),
          }
    })
  })
}

type EmailContext = Pick<WriteContext, 'trx' | 'platform' | 'now'>
type Recipient = { email: string; storeId: number; store: string; zone: string }

/** Emails the active admins of these stores. `build` gets the store's name, and writes times in its time zone. */
async function emailStoreAdmins(
  context: EmailContext,
  storeIds: readonly number[],
  build: (store: string, format: (at: string) => string) => { subject: string; text: string },
): Promise<void> {
  const { rows: recipients } = await sql<Recipient>`
    select users.email, stores.id as store_id, stores.name as store,
      coalesce(stores.time_zone, (select time_zone from store_defaults)) as zone
    from stores join users on users.store_ids @> array[stores.id]
    where stores.id = any(${[...storeIds]}::int[]) and users.kind = 'store_admin'
      and users.status = 'active' order by stores.id, users.id`.execute(context.trx)
  for (const { email, storeId, store, zone } of recipients) {
    const content = build(store, (at) => `${formatInstant(at, zone)} (${zone})`)
    await enqueueEmail(context, { to: email, kind: 'maintenance', storeId, ...content })
  }
}
