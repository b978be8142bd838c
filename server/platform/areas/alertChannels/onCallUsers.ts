import { sql } from 'kysely'
import type { Override, Rotation, Schedule } from '#shared/areas/alertChannels/onCall.ts'
import { findNextOnCall, findOnCall } from '#shared/areas/alertChannels/onCall.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { signedInStatuses } from '#server/platform/core/auth/signedInStatuses.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type OnCallUser = { id: number; name: string; email: string; isActive: boolean }

export type LoadedRotation = {
  id: number
  name: string
  schedule: Schedule
  /** The users of the rotation and its overrides that aren't over, by ID. */
  users: ReadonlyMap<number, OnCallUser>
}

type RotationRow = Rotation & { id: number; name: string }

/** Loads all rotations, or those with these IDs, with what decides who is on call from `at` on. */
export async function loadRotations(
  connection: Connection,
  at: string,
  ids: readonly number[] | null = null,
): Promise<LoadedRotation[]> {
  const { rows } = await sql<RotationRow>`
    select id, name, user_ids, time_zone, handover_day, handover_time, starts_on from on_call_rotations
    where ${ids === null} or id = any(${[...(ids ?? [])]}::int[]) order by id`.execute(connection)
  const { rows: overrides } = await sql<Override & { rotationId: number }>`
    select rotation_id, user_id, starts_at, ends_at from on_call_overrides
    where ends_at > ${at} order by id`.execute(connection)
  const userIds = [...rows.flatMap((row) => row.userIds), ...overrides.map((row) => row.userId)]
  const { rows: users } = await sql<OnCallUser>`
    select id, name, email, s_identifier = ${operatorIdentifier}
      and status = any(${[...signedInStatuses]}::text[]) as is_active
    from users where id = any(${userIds}::int[]) order by id`.execute(connection)
  const usersById = new Map(users.map((user) => [user.id, user]))
  return rows.map(({ id, name, ...rotation }) => {
    const own = overrides.filter(({ rotationId }) => rotationId === id)
    const ownIds = new Set([...rotation.userIds, ...own.map(({ userId }) => userId)])
    return {
      id,
      name,
      schedule: {
        rotation,
        overrides: own,
        isActive: (userId) => usersById.get(userId)?.isActive ?? false,
      },
      users: new Map(users.filter((user) => ownIds.has(user.id)).map((user) => [user.id, user])),
    }
  })
}

/** Finds the user who is on call in a rotation; null if none can act. */
export async function findOnCallUser(
  connection: Connection,
  rotationId: unknown,
  at: string,
): Promise<{ rotation: string; user: OnCallUser | null }> {
  const [loaded] = await loadRotations(connection, at, [Number(rotationId)])
  const userId = loaded ? findOnCall(loaded.schedule, at) : null
  const user = userId === null ? null : (loaded?.users.get(userId) ?? null)
  return { rotation: loaded?.name ?? '', user }
}

/** Saves who is on call now and next, which depends on the clock and on accounts. */
export async function refreshRotations(connection: Connection, at: string): Promise<void> {
  const rows = (await loadRotations(connection, at)).map(({ id, schedule }) => {
    const next = findNextOnCall(schedule, at)
    return {
      id,
      current: findOnCall(schedule, at),
      next: next?.userId ?? null,
      next_at: next?.at ?? null,
    }
  })
  await sql`
    update on_call_rotations set current_user_id = fresh.current, next_user_id = fresh.next, next_at = fresh.next_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (id int, current int, next int, next_at timestamptz)
    where on_call_rotations.id = fresh.id and (current_user_id, next_user_id, on_call_rotations.next_at)
      is distinct from (fresh.current, fresh.next, fresh.next_at)`.execute(connection)
}
