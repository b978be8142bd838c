import { enums, type } from 'superstruct'
import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import {
  getNextRolloutState,
  getStageEnd,
  isInStage,
  rolloutStates,
} from '#shared/areas/themes/rollout.ts'
import type { RolloutState } from '#shared/areas/themes/rollout.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { HttpError, invalidState } from '#server/platform/core/platform/httpError.ts'
import type { BulkHandler, BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import { loadRecord, lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findBlocker, loadRolloutFacts } from './blockers.ts'
import { changeRollout, createStageTest, planRolloutStep } from './changeRollout.ts'
import { rolloutMessages } from './messages.ts'
import { pauseRollout } from './rolloutGuards.ts'
import { findStoresRunningVersion, findStoresUsingTheme } from './storesUsingTheme.ts'

/**
 * Stages of a rollout that start at a certain time. POST /themeVersions/ID/rollout starts them at
 * once.
 */
export const stageActions = defineBulkActions([
  {
    name: 'pilot',
    label: rolloutEvents.pilot,
    title: rolloutMessages.planPilots,
    fields: {},
    requiredAction: 'write',
    onlyScheduled: true,
  },
  {
    name: 'start',
    label: rolloutEvents.start,
    title: rolloutMessages.planStart,
    fields: {},
    requiredAction: 'write',
    onlyScheduled: true,
  },
  {
    name: 'widen',
    label: rolloutEvents.widen,
    title: rolloutMessages.planNext,
    fields: {},
    requiredAction: 'write',
    onlyScheduled: true,
  },
])
type StageEvent = (typeof stageActions)[number]['name']

const createStageHandler = (event: StageEvent): BulkHandler => ({
  skipsValidation: true,
  authorize({ caller }) {
    if (caller.storeIds !== null) throw new HttpError(403, 'forbidden', rolloutMessages.limited)
    return Promise.resolve()
  },
  getChanges(before) {
    const current = before['rollout'] as RolloutState // Written by the platform.
    const state = getNextRolloutState(current, event)
    if (state === null) throw invalidState(rolloutMessages.notPossible(event, current))
    return { rollout: state }
  },
  // What blocks the stage now may be over at its start.
  async getWarnings({ trx }, changes) {
    const byId = new Map<number, string[]>()
    for (const { before } of changes) {
      const facts = await loadRolloutFacts(trx, before, { lock: false })
      const blocker = findBlocker(facts, before, event)
      if (blocker) byId.set(before.id, [blocker.sentence])
    }
    return { byId, all: [] }
  },
  async findStoreIds(connection, ids) {
    const stores = new Set<number>()
    for (const id of ids)
      for (const store of await findStageStores(connection, id, event)) stores.add(store)
    return [...stores].toSorted((one, other) => one - other)
  },
  async describeImpact(connection, ids) {
    let stores = 0
    for (const id of ids) stores += (await findStageStores(connection, id, event)).length
    return [rolloutMessages.stageStores(stores)]
  },
  async pause(context, ids, rise) {
    for (const id of ids) await pauseRollout(context, id, rise)
  },
})

/** Finds the stores that run the version in the stage that an event leads to. */
async function findStageStores(
  connection: Connection,
  id: number,
  event: StageEvent,
): Promise<number[]> {
  const all = limitToCaller({ storeIds: null }, themeVersions)
  const version = await loadRecord(connection, all, id)
  const state = getNextRolloutState(version['rollout'] as RolloutState, event)
  if (state === null) return []
  const isInNextStage = createStageTest(version, state)
  const storesUsingTheme = await findStoresUsingTheme(connection, Number(version['themeId']), id)
  return storesUsingTheme.map(({ targetId }) => targetId).filter(isInNextStage)
}

/** Plans the stages of rollouts. */
export const stageHandlers: BulkHandlers<typeof stageActions> = {
  pilot: createStageHandler('pilot'),
  start: createStageHandler('start'),
  widen: createStageHandler('widen'),
}

const stateNames = Object.keys(rolloutStates) as RolloutState[] // The table's own keys.
const UndoData = type({ from: enums(stateNames), to: enums(stateNames) })

const lockVersion = ({ trx, caller }: WriteContext, id: number | null): Promise<AnyRecord> =>
  lockRecord(trx, limitToCaller(caller, themeVersions), Number(id), null)

/** The jobs that start a stage, and that roll back this stage at its end. */
export const stageJobs: readonly JobKind[] = stageActions.map(({ name }) =>
  defineJob({
    name: `${themeVersions.name}.${name}`,
    permission: `${themeVersions.permission}:write`,
    async perform(context, { targetId }) {
      const version = await lockVersion(context, targetId)
      const step = await planRolloutStep(context, version, name)
      const { job } = await changeRollout(context, version, {
        ...step,
        // The scheduled change has the guard.
        ...(name !== 'widen' && { guard: { guard: null, guardPercent: null } }),
      })
      return { outcome: 'done', job, undoData: { from: version['rollout'], to: step.state } }
    },
    async undo(context, { targetId, input }) {
      if (!is(input, UndoData)) throw invalidState(rolloutMessages.otherStage)
      const version = await lockVersion(context, targetId)
      const { job } = await endStage(context, version, input)
      return { outcome: 'done', job }
    },
  }),
)

/** Gives the stores of a stage their previous version back, and leads back to the stage before. */
async function endStage(
  context: WriteContext,
  version: AnyRecord,
  { from, to }: { from: RolloutState; to: RolloutState },
) {
  const { trx, caller } = context
  if (caller.storeIds !== null) throw new HttpError(403, 'forbidden', rolloutMessages.limited)
  const current = version['rollout'] as RolloutState // Written by the platform.
  const state = getNextRolloutState(current, getStageEnd(from))
  if (state === null || !isInStage(current, to)) throw invalidState(rolloutMessages.otherStage)
  const facts = await loadRolloutFacts(trx, version, { lock: true })
  const blocker = findBlocker(facts, version, 'rollBack')
  if (blocker) throw invalidState(blocker.sentence)
  const keepsVersion = createStageTest(version, state)
  const running = await findStoresRunningVersion(trx, version.id)
  return changeRollout(context, version, {
    state,
    changingStores: running.filter(({ targetId }) => !keepsVersion(targetId)),
    isBack: true,
    hasStage: true,
    themeName: facts.theme.name,
  })
}
