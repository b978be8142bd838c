import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import { findOnCall } from '#shared/areas/alertChannels/onCall.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertChannelMessages } from './messages.ts'
import { loadRotations } from './onCallUsers.ts'

/** A rotation without a user hides other failures; a skipped user only changes whose turn it is. */
const rotationRanks = { noUser: 860, skipped: 500 }

/** Finds rotations with users whose account isn't active, who are skipped. */
export async function findRotationAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const rotations = await loadRotations(trx, at)
  return rotations.flatMap(({ id, name, schedule, users }) => {
    const skipped = [...users.values()].filter(({ isActive }) => !isActive)
    if (skipped.length === 0) return []
    const hasNoUser = findOnCall(schedule, at) === null
    return {
      subject: `rotation/${id}`,
      kind: 'integration',
      permission: onCallRotations.permission,
      title: hasNoUser
        ? alertChannelMessages.noUserOnCall(name)
        : alertChannelMessages.skipsUsers(name),
      detail: alertChannelMessages.skippedUsers(skipped.map((user) => user.name)),
      storeIds: [],
      rank: hasNoUser ? rotationRanks.noUser : rotationRanks.skipped,
      fix: `${onCallRotations.path}&edit=${id}`,
    }
  })
}
