import { sql } from 'kysely'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import {
  isStoreInRolloutStage,
  isRolloutActive,
  getRolloutShare,
} from '#shared/areas/themes/rollout.ts'
import type { RolloutState } from '#shared/areas/themes/rollout.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { RowResult, RowContext } from '#server/platform/core/jobs/jobs.ts'
import { findStoresUsingTheme } from './storesUsingTheme.ts'
import { rolloutMessages } from './messages.ts'

type RolloutInput = { id: number; isBack: boolean }
type RolloutVersion = { themeId: number; semver: string; rollout: RolloutState; pilotIds: number[] }

/**
 * Assigns a version to stores, or restores the previous one. Each row checks the rollout's current
 * state, since it may have been paused or rolled back.
 */
export const rolloutJob = defineJob({
  name: 'themeVersions.rollout',
  permission: `${themeVersions.permission}:write`,
  async perform(context, { targetId, label }) {
    const { id, isBack: isRollback } = context.job.input as RolloutInput // As saved when the job was created.
    const { rows } = await sql<RolloutVersion>`
      select theme_id, semver, rollout, pilot_ids from theme_versions where id = ${id} for share`.execute(
      context.trx,
    )
    const [version] = rows
    if (!version) return createUnchangedResult(rolloutMessages.stoppedBefore)
    const store = { id: Number(targetId), label }
    return isRollback
      ? revertVersion(context, id, version, store)
      : assignVersion(context, id, version, store)
  },
})

const createUnchangedResult = (sentence: string): RowResult => ({ outcome: 'unchanged', sentence })

type RolloutStore = { id: number; label: string }

async function assignVersion(
  context: RowContext,
  id: number,
  version: RolloutVersion,
  store: RolloutStore,
): Promise<RowResult> {
  const { themeId, semver, rollout, pilotIds } = version
  const stage = { store: store.id, version: id, share: getRolloutShare(rollout) }
  if (!isRolloutActive(rollout) || !isStoreInRolloutStage(stage, new Set(pilotIds)))
    return createUnchangedResult(rolloutMessages.stoppedBefore)
  const [storeUsingTheme] = await findStoresUsingTheme(context.trx, themeId, id, store.id)
  if (!storeUsingTheme) return createUnchangedResult(rolloutMessages.otherThemeNow)
  if (storeUsingTheme.runs === id) return createUnchangedResult(rolloutMessages.alreadyThere)
  await sql`insert into store_theme_versions (store_id, version_id) values (${store.id}, ${id})
    on conflict (store_id) do update set version_id = excluded.version_id`.execute(context.trx)
  await sql`insert into theme_moves (version_id, store_id, from_id, at)
    values (${id}, ${store.id}, ${storeUsingTheme.runs}, ${context.now})`.execute(context.trx)
  return completeVersionChange(context, store, storeUsingTheme.semver, semver)
}

async function revertVersion(
  context: RowContext,
  id: number,
  version: RolloutVersion,
  store: RolloutStore,
) {
  const { rollout, pilotIds } = version
  const stage = { store: store.id, version: id, share: getRolloutShare(rollout) }
  // A paused stage keeps its stores, too.
  if (rollout !== 'rolledBack' && isStoreInRolloutStage(stage, new Set(pilotIds)))
    return createUnchangedResult(rolloutMessages.rolledOutAgain)
  const { rows } = await sql<{ fromId: number | null; semver: string | null }>`
    update theme_moves set back_at = ${context.now}
    where id = (
      select theme_moves.id from theme_moves
      join store_theme_versions as kept on kept.store_id = theme_moves.store_id
      where theme_moves.store_id = ${store.id} and theme_moves.version_id = ${id}
        and kept.version_id = ${id}
      order by theme_moves.id desc limit 1)
    returning from_id, (select semver from theme_versions where id = from_id) as semver`.execute(
    context.trx,
  )
  const [previous] = rows
  if (!previous) return createUnchangedResult(rolloutMessages.otherVersionNow)
  if (previous.fromId === null)
    await sql`delete from store_theme_versions where store_id = ${store.id}`.execute(context.trx)
  else
    await sql`update store_theme_versions set version_id = ${previous.fromId}
      where store_id = ${store.id}`.execute(context.trx)
  return completeVersionChange(context, store, version.semver, previous.semver)
}

async function completeVersionChange(
  { audit }: RowContext,
  { id, label }: RolloutStore,
  from: string | null,
  to: string | null,
): Promise<RowResult> {
  await audit({
    event: 'stores.themeVersionChanged',
    target: { type: 'stores', id, label, storeId: id },
    before: { themeVersion: from },
    after: { themeVersion: to },
  })
  return { outcome: 'done', sentence: rolloutMessages.changed(from, to) }
}
