import { findNextOnCall } from '#shared/areas/alertChannels/onCall.ts'
import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertChannelMessages } from './messages.ts'
import { loadRotations } from './onCallUsers.ts'

/** Finds when the next user goes on call in each rotation. */
export async function findHandoverDeadlines(trx: Connection, now: string): Promise<Deadline[]> {
  const rotations = await loadRotations(trx, now)
  return rotations.flatMap(({ id, name, schedule, users }): Deadline[] => {
    const next = findNextOnCall(schedule, now)
    const user = next?.userId == null ? undefined : users.get(next.userId)
    if (!next || !user) return []
    return [
      {
        subject: `onCall/${id}`,
        kind: 'onCall',
        permission: onCallRotations.permission,
        title: alertChannelMessages.handover(user.name, name),
        at: next.at,
        storeIds: [],
        link: `${onCallRotations.path}&edit=${id}`,
      },
    ]
  })
}
