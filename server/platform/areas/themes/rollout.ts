import { sql } from 'kysely'
import { enums, integer, nullable, optional, type } from 'superstruct'
import { guardNames } from '#shared/engine/guards.ts'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { isStoreInRolloutStage, getNextRolloutState } from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { getGuardValues, validateGuard } from '#server/platform/core/guards/guardInput.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findBlocker, getPilotIds, loadRolloutFacts } from './blockers.ts'
import { changeRollout, planRolloutStep } from './changeRollout.ts'
import { rolloutMessages } from './messages.ts'
import { findStoresUsingTheme } from './storesUsingTheme.ts'
import type { StoreUsingTheme } from './storesUsingTheme.ts'

const rolloutEventNames = Object.keys(rolloutEvents) as RolloutEvent[] // The keys of the table.
const RolloutBody = type({
  event: enums(rolloutEventNames),
  guard: optional(nullable(enums(guardNames))),
  guardPercent: optional(nullable(integer())),
})

/**
 * POST /themeVersions/ID/rollout: changes the rollout's state, and starts a job for the stores
 * whose version that changes.
 */
export async function handleChangeThemeRollout(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller } = context
  const requiredVersion = requireVersion(request)
  if (!is(request.body, RolloutBody)) throw badRequest(rolloutMessages.body(rolloutEventNames))
  const { event, ...guard } = request.body
  const errors = validateGuard(guard)
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
  const id = parseRecordId(themeVersions, request)
  const version = await lockRecord(trx, limitToCaller(caller, themeVersions), id, requiredVersion)
  const step = await planRolloutStep(context, version, event)
  const isStart = event === 'pilot' || event === 'start'
  requireImpactConfirmation(
    request,
    { id, event, ...(isStart && guard) },
    toRolloutImpact(step.changingStores, step.state === 'rolledBack'),
  )
  const started = await changeRollout(context, version, {
    ...step,
    ...(isStart && { guard: getGuardValues(guard) }),
  })
  return {
    status: 200,
    body: { rollout: step.state, job: started.job },
    ...(started.afterCommit && { afterCommit: started.afterCommit }),
  }
}

const maxRolloutExamples = 5

/**
 * Returns the impact to confirm: how many stores change, with examples, by the version that is
 * replaced or restored.
 */
function toRolloutImpact(
  changingStores: readonly StoreUsingTheme[],
  isRollback: boolean,
): ImpactSummary {
  const kinds = Map.groupBy(changingStores, ({ semver }) => {
    if (isRollback)
      return semver === null ? rolloutMessages.leavesNone : rolloutMessages.restores(semver)
    return semver === null ? rolloutMessages.firstVersion : rolloutMessages.replaces(semver)
  })
  const worse = [...kinds].map(([what, group]) => ({
    what,
    count: group.length,
    examples: group.slice(0, maxRolloutExamples).map(({ label }) => label),
  }))
  return { reaches: changingStores.length, own: 0, worse }
}

/** The maximum number of version changes in the response. */
const maxVersionChanges = 100

/** GET /themeVersions/ID/rollout */
export async function loadRollout(
  connection: Connection,
  version: AnyRecord,
  storeIds: readonly number[] | null,
): Promise<CallResult> {
  const isVisible = (id: number) => storeIds === null || storeIds.includes(id)
  const all = await findStoresUsingTheme(connection, Number(version['themeId']), version.id)
  const visibleStores = all.filter(({ targetId }) => isVisible(targetId))
  const pilots = new Set(getPilotIds(version))
  const countRunning = (group: readonly StoreUsingTheme[]) => ({
    stores: group.length,
    running: group.filter(({ runs }) => runs === version.id).length,
  })
  const stages = [5, 25, 100].map((share) => ({
    share,
    ...countRunning(
      visibleStores.filter(({ targetId: store }) =>
        isStoreInRolloutStage({ store, version: version.id, share }, pilots),
      ),
    ),
  }))
  const condition = storeIds === null ? sql`true` : sql`stores.id = any(${[...storeIds]}::int[])`
  const { rows: versionChanges } = await sql<{ total: number }>`
    select stores.id as store_id, stores.name, was.semver as "from", at, back_at,
      count(*) over () as total
    from theme_moves join stores on stores.id = theme_moves.store_id
    left join theme_versions as was on was.id = from_id
    where theme_moves.version_id = ${version.id} and ${condition}
    order by theme_moves.id desc limit ${maxVersionChanges}`.execute(connection)
  const total = Number(versionChanges[0]?.total ?? 0)
  return {
    status: 200,
    body: {
      stages,
      moved: versionChanges.map(({ total: _total, ...one }) => one),
      total,
      pilots:
        pilots.size === 0
          ? null
          : countRunning(visibleStores.filter(({ targetId }) => pilots.has(targetId))),
      blocked: await listBlockedSteps(connection, version, storeIds),
      guard: await loadGuard(connection, version.id),
    },
  }
}

type RolloutGuard = { name: string | null; percent: number | null; rise: string | null }

/** Loads the guard of a rollout, and what a guard found when it paused the rollout. */
async function loadGuard(connection: Connection, id: number): Promise<RolloutGuard | undefined> {
  const { rows } = await sql<RolloutGuard>`
    select guard as name, guard_percent as percent, rollout_rise as rise
    from theme_versions where id = ${id}`.execute(connection)
  return rows[0]
}

/** Lists the steps that the state allows but something else blocks, each with the reason. */
async function listBlockedSteps(
  connection: Connection,
  version: AnyRecord,
  storeIds: readonly number[] | null,
) {
  const state = version['rollout'] as RolloutState // Written by the platform.
  const allowed = rolloutEventNames.filter((event) => getNextRolloutState(state, event) !== null)
  if (storeIds !== null)
    return allowed.map((event) => ({ event, sentence: rolloutMessages.limited, link: null }))
  const facts = await loadRolloutFacts(connection, version, { lock: false })
  return allowed.flatMap((event) => {
    const blocker = findBlocker(facts, version, event)
    return blocker ? [{ event, ...blocker }] : []
  })
}
