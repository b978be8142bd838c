import { sql } from 'kysely'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadNoticeDays } from '../calendar/index.ts'
import { buildExpirationAlert } from './buildExpirationAlert.ts'
import { alertMessages } from './messages.ts'

type UpcomingDeadline = Pick<Deadline, 'subject' | 'permission' | 'title' | 'at' | 'link'> & {
  storeIds: number[]
}

/** More alerts than these would hide the others. The calendar lists the rest. */
const maxUpcoming = 200

/** Finds deadlines of the kinds and within the days that the calendar's settings name. */
export async function findUpcomingAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const { rows } = await sql<UpcomingDeadline>`
    select subject, permission, title, at, link, store_ids from deadlines
    where kind = any((select kinds from deadline_alerts where id = 1)::text[])
      and at > ${at}
      and at < ${at}::timestamptz + make_interval(days => ${Math.max(0, ...noticeDays)}::int)
    order by at, id limit ${maxUpcoming}`.execute(trx)
  return rows.map(({ subject, title, link, ...deadline }) => ({
    ...buildExpirationAlert(
      {
        ...deadline,
        subject: `upcoming/${subject}`,
        formatTitle: (daysLeft) => alertMessages.upcoming(title, daysLeft),
        fix: link,
      },
      at,
      noticeDays,
    ),
    kind: 'deadline',
    detail: alertMessages.deadlineDate(deadline.at),
  }))
}
