import { sql } from 'kysely'
import { platformActor } from '#shared/engine/actors.ts'
import type { GuardName } from '#shared/engine/guards.ts'
import { subtractTime } from '#shared/format/dates.ts'
import { buildRolloutUrl } from '#shared/areas/themes/rolloutUrl.ts'
import {
  getNextRolloutState,
  isRolloutActive,
  rolloutStates,
} from '#shared/areas/themes/rollout.ts'
import type { RolloutState } from '#shared/areas/themes/rollout.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { findRise } from '#server/platform/core/guards/findRise.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { saveRolloutState } from './changeRollout.ts'
import { rolloutMessages } from './messages.ts'

/** How long the last stage is watched, in hours. Other stages are watched until the next. */
const lastStageHours = 24

const activeStates = (Object.keys(rolloutStates) as RolloutState[]).filter(isRolloutActive)

type GuardedRollout = {
  id: number
  guard: GuardName
  guardPercent: number
  startedAt: string
  changedAt: string
  storeIds: number[]
}

/** Pauses the rollouts whose guard found a rise in the stores that have the version. */
export async function checkRolloutGuards(platform: Platform): Promise<void> {
  const at = platform.now()
  const now = at.toISOString()
  const { rows } = await sql<GuardedRollout>`
    select id, guard, guard_percent, rollout_started_at as started_at, rollout_changed_at as changed_at,
      array(select store_id from store_theme_versions where version_id = theme_versions.id) as store_ids
    from theme_versions
    where guard is not null and rollout in (${sql.join(activeStates)})
      and (rollout <> 'all' or rollout_changed_at > ${subtractTime(now, lastStageHours, 'hour')})
    order by id`.execute(platform.db)
  for (const { id, guard, guardPercent, ...rollout } of rows) {
    if (rollout.storeIds.length === 0) continue
    const watch = { guard, percent: guardPercent, ...rollout }
    const rise = await findRise(platform.db, watch, now)
    if (rise !== null) await pauseInTransaction(platform, id, rise, at)
  }
}

async function pauseInTransaction(platform: Platform, id: number, rise: string, at: Date) {
  const now = at.toISOString()
  const queues = await platform.db.transaction().execute(async (trx) => {
    const audit = createAuditor(trx, {
      asked: { id: `rollout-${id}`, ip: '' },
      now,
      actor: platformActor,
    })
    await pauseRollout({ trx, now, audit }, id, rise)
    return platform.beforeCommit(trx, at)
  })
  for (const queue of queues) await platform.wakeQueue(queue)
}

/** Pauses a rollout that is active, because a guard found a rise. */
export async function pauseRollout(
  context: Pick<WriteContext, 'trx' | 'now' | 'audit'>,
  id: number,
  rise: string,
): Promise<void> {
  const all = limitToCaller({ storeIds: null }, themeVersions)
  const version = await lockRecord(context.trx, all, id, null)
  const state = getNextRolloutState(version['rollout'] as RolloutState, 'pause')
  if (state !== null) await saveRolloutState(context, version, state, { rolloutRise: rise })
}

/** Ranks of alerts: members may be affected. */
const pausedRank = 700

type PausedRollout = {
  id: number
  semver: string
  theme: string
  rise: string
  updatedAt: string
}

/**
 * Finds the rollouts that their guard paused, until they're resumed or rolled back. If the guard of
 * a scheduled stage paused one, the scheduled change has the alert.
 */
export async function findRolloutAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<PausedRollout>`
    select theme_versions.id, semver, themes.name as theme, rollout_rise as rise,
      theme_versions.updated_at
    from theme_versions join themes on themes.id = theme_id
    where guard is not null and rollout_rise is not null order by theme_versions.id`.execute(trx)
  return rows.map(({ id, semver, theme, rise, updatedAt }) => ({
    subject: `rollout/${id}`,
    kind: 'incident',
    permission: themeVersions.permission,
    title: rolloutMessages.stoppedTitle(theme, semver),
    detail: rolloutMessages.stoppedDetail(rise),
    // Only operators of all stores can resume it or roll it back.
    storeIds: [],
    rank: pausedRank,
    fix: buildRolloutUrl(id),
    since: updatedAt,
  }))
}
