import { platformActor } from '#shared/engine/actors.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { GuardInput } from '#shared/engine/guards.ts'
import {
  getNextRolloutState,
  getRolloutShare,
  isStoreInRolloutStage,
} from '#shared/areas/themes/rollout.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { HttpError, invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { findBlocker, getPilotIds, loadRolloutFacts } from './blockers.ts'
import { rolloutMessages } from './messages.ts'
import { rolloutJob } from './rolloutJob.ts'
import { saveStageJob } from './stageJob.ts'
import { findStoresRunningVersion, findStoresUsingTheme } from './storesUsingTheme.ts'
import type { StoreUsingTheme } from './storesUsingTheme.ts'

/** A step of a rollout: the state it leads to, and the stores whose version changes. */
export type RolloutStep = {
  state: RolloutState
  changingStores: readonly StoreUsingTheme[]
  /** Whether these stores get their previous version back. */
  isBack: boolean
  /** Whether a job runs for the stage; a pause leaves the one before. */
  hasStage: boolean
  themeName: string
}

/**
 * Plans a step of a rollout. Rejects one that its state, another version, or the caller's stores
 * don't allow.
 */
export async function planRolloutStep(
  { trx, caller }: Pick<WriteContext, 'trx' | 'caller'>,
  version: AnyRecord,
  event: RolloutEvent,
): Promise<RolloutStep> {
  if (caller.storeIds !== null) throw new HttpError(403, 'forbidden', rolloutMessages.limited)
  const previousState = version['rollout'] as RolloutState // Written by the platform.
  const state = getNextRolloutState(previousState, event)
  if (state === null) throw invalidState(rolloutMessages.notPossible(event, previousState))
  const facts = await loadRolloutFacts(trx, version, { lock: true })
  const blocker = findBlocker(facts, version, event)
  if (blocker) throw invalidState(blocker.sentence)
  return {
    state,
    changingStores: event === 'pause' ? [] : await findChangingStores(trx, version, state),
    isBack: state === 'rolledBack',
    hasStage: event !== 'pause',
    themeName: facts.theme.name,
  }
}

/** Finds the stores whose version a state changes, with the version they run now or get back. */
async function findChangingStores(
  trx: Connection,
  version: AnyRecord,
  state: RolloutState,
): Promise<StoreUsingTheme[]> {
  if (state === 'rolledBack') return findStoresRunningVersion(trx, version.id)
  const isInStage = createStageTest(version, state)
  const storesUsingTheme = await findStoresUsingTheme(trx, Number(version['themeId']), version.id)
  return storesUsingTheme.filter(({ targetId, runs }) => runs !== version.id && isInStage(targetId))
}

/** Returns whether a store gets the version in this state. */
export function createStageTest(
  version: AnyRecord,
  state: RolloutState,
): (store: number) => boolean {
  if (state === 'rolledBack') return () => false
  const share = getRolloutShare(state)
  const pilots = new Set(getPilotIds(version))
  return (store) => isStoreInRolloutStage({ store, version: version.id, share }, pilots)
}

type StartedStep = { job: number | null; afterCommit?: () => Promise<void> }

/**
 * Changes a rollout's state, and starts a job for the stores whose version that changes. A start
 * names its guard, or none.
 */
export async function changeRollout(
  context: WriteContext,
  version: AnyRecord,
  {
    state,
    changingStores,
    isBack,
    hasStage,
    themeName,
    guard,
  }: RolloutStep & { guard?: GuardInput },
): Promise<StartedStep> {
  const { trx } = context
  const { id } = version
  await saveRolloutState(context, version, state, {
    ...(hasStage && { rolloutChangedAt: context.now, rolloutRise: null }),
    ...(guard && { ...guard, rolloutStartedAt: context.now }),
  })
  if (changingStores.length === 0) {
    if (hasStage) await saveStageJob(trx, id, null)
    return { job: null }
  }
  const { body, afterCommit } = await startJob(context, {
    kind: rolloutJob,
    title: formatTitle(themeName, getLabel(themeVersions, version), state, isBack),
    input: { id, isBack },
    rows: changingStores.map(({ targetId, label }) => ({ targetId, label })),
  })
  const { id: job } = body as { id: number } // The body that `startJob` returns.
  await saveStageJob(trx, id, isBack ? null : job)
  return { job, ...(afterCommit && { afterCommit }) }
}

function formatTitle(theme: string, semver: string, state: RolloutState, isBack: boolean): string {
  if (state === 'rolledBack') return rolloutMessages.titleBack(theme, semver)
  const share = getRolloutShare(state)
  if (isBack) return rolloutMessages.titleNarrow(theme, semver, share)
  return state === 'pilot'
    ? rolloutMessages.titlePilots(theme, semver)
    : rolloutMessages.titleShare(theme, semver, share)
}

type StateContext = Pick<WriteContext, 'trx' | 'now' | 'audit'> & { caller?: { email: string } }

/** Saves a rollout's state, with its log entry. Without a caller, the platform changed it. */
export async function saveRolloutState(
  { trx, now, audit, caller }: StateContext,
  version: AnyRecord,
  state: RolloutState,
  values: Record<string, unknown>,
): Promise<void> {
  await withRecordTables(trx)
    .updateTable(themeVersions.name)
    .set({
      ...values,
      rollout: state,
      version: version.version + 1,
      updatedAt: now,
      updatedBy: caller?.email ?? platformActor,
    })
    .where('id', '=', version.id)
    .execute()
  await audit({
    event: `${themeVersions.name}.rollout`,
    target: toAuditTarget(themeVersions, version),
    before: { rollout: version['rollout'] },
    after: { rollout: state },
  })
}
