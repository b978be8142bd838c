import { sql } from 'kysely'
import { enums, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import {
  isStoreInRolloutStage,
  getNextRolloutState,
  getRolloutShare,
} from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState, HttpError } from '#server/platform/core/platform/httpError.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findBlocker, getPilotIds, loadRolloutFacts } from './blockers.ts'
import { rolloutMessages } from './messages.ts'
import { saveStageJob } from './stageJob.ts'
import { findStoresRunningVersion, findStoresUsingTheme } from './storesUsingTheme.ts'
import type { StoreUsingTheme } from './storesUsingTheme.ts'
import { rolloutJob } from './rolloutJob.ts'

const rolloutEventNames = Object.keys(rolloutEvents) as RolloutEvent[] // The keys of the table.
const RolloutBody = type({ event: enums(rolloutEventNames) })

/**
 * POST /themeVersions/ID/rollout: changes the rollout's state, and starts a job for the stores
 * whose version that changes.
 */
export async function handleChangeThemeRollout(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const requiredVersion = requireVersion(request)
  if (!is(request.body, RolloutBody)) throw badRequest(rolloutMessages.body(rolloutEventNames))
  const { event } = request.body
  if (caller.storeIds !== null) throw new HttpError(403, 'forbidden', rolloutMessages.limited)
  const id = parseRecordId(themeVersions, request)
  const version = await lockRecord(trx, limitToCaller(caller, themeVersions), id, requiredVersion)
  const previousState = version['rollout'] as RolloutState // Written by the platform.
  const state = getNextRolloutState(previousState, event)
  if (state === null) throw invalidState(rolloutMessages.notPossible(event, previousState))
  const facts = await loadRolloutFacts(trx, version, { lock: true })
  const blocker = findBlocker(facts, version, event)
  if (blocker) throw invalidState(blocker.sentence)
  const isRollback = state === 'rolledBack'
  const changingStores = event === 'pause' ? [] : await findChangingStores(trx, version, state)
  requireImpactConfirmation(request, { id, event }, toRolloutImpact(changingStores, isRollback))
  await withRecordTables(trx)
    .updateTable(themeVersions.name)
    .set({ rollout: state, version: version.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', id)
    .execute()
  await audit({
    event: `${themeVersions.name}.rollout`,
    target: toAuditTarget(themeVersions, version),
    before: { rollout: previousState },
    after: { rollout: state },
  })
  if (changingStores.length === 0) {
    if (event !== 'pause') await saveStageJob(trx, id, null)
    return { status: 200, body: { rollout: state, job: null } }
  }
  const semver = getLabel(themeVersions, version)
  const title = isRollback
    ? rolloutMessages.titleBack(facts.theme.name, semver)
    : state === 'pilot'
      ? rolloutMessages.titlePilots(facts.theme.name, semver)
      : rolloutMessages.titleShare(facts.theme.name, semver, getRolloutShare(state))
  const rows = changingStores.map(({ targetId, label }) => ({ targetId, label }))
  const started = await startJob(context, {
    kind: rolloutJob,
    title,
    input: { id, isBack: isRollback },
    rows,
  })
  const { id: job } = started.body as { id: number } // The body that `startJob` returns.
  await saveStageJob(trx, id, isRollback ? null : job)
  return { ...started, status: 200, body: { rollout: state, job } }
}

/**
 * Finds the stores whose version a state changes, with the version they run now or, in a rollback,
 * get back.
 */
async function findChangingStores(
  trx: Connection,
  version: AnyRecord,
  state: RolloutState,
): Promise<StoreUsingTheme[]> {
  if (state === 'rolledBack') return findStoresRunningVersion(trx, version.id)
  const share = getRolloutShare(state)
  const pilots = new Set(getPilotIds(version))
  const storesUsingTheme = await findStoresUsingTheme(trx, Number(version['themeId']), version.id)
  return storesUsingTheme.filter(
    ({ targetId: store, runs }) =>
      runs !== version.id && isStoreInRolloutStage({ store, version: version.id, share }, pilots),
  )
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
    },
  }
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
