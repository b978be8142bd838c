import { sql } from 'kysely'
import type { PermissionKey } from '#shared/permissions/permissions.ts'
import { buildScheduledChangeUrl } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { scheduledChangeMessages } from './messages.ts'

type OpenChange = {
  id: number
  title: string
  state: string
  startsAt: string
  endsAt: string | null
  permission: PermissionKey
  storeIds: number[]
}

/** Finds the starts and ends of scheduled changes that are still to come. */
export async function findScheduleDeadlines(trx: Connection): Promise<Deadline[]> {
  const { rows } = await sql<OpenChange>`
    select id, title, state, starts_at, ends_at, permission, store_ids from scheduled_changes
    where state in ('waiting', 'scheduled', 'running', 'inEffect') order by id`.execute(trx)
  return rows.flatMap(({ id, title, state, startsAt, endsAt, permission, storeIds }) => {
    const deadline = {
      kind: 'scheduledChange',
      permission,
      storeIds,
      link: buildScheduledChangeUrl(id),
    } as const
    const start: Deadline = {
      ...deadline,
      subject: `scheduledChange/${id}/start`,
      title: endsAt === null ? title : scheduledChangeMessages.starts(title),
      at: startsAt,
    }
    const end: Deadline[] =
      endsAt === null
        ? []
        : [
            {
              ...deadline,
              subject: `scheduledChange/${id}/end`,
              title: scheduledChangeMessages.ends(title),
              at: endsAt,
            },
          ]
    return state === 'waiting' || state === 'scheduled' ? [start, ...end] : end
  })
}
