import { sql } from 'kysely'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { isInStage, isRolling, shareOf } from '#shared/areas/themes/rollout.ts'
import type { RolloutState } from '#shared/areas/themes/rollout.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { RowResult, RowWork } from '#server/platform/core/jobs/jobs.ts'
import { wearersOf } from './wearers.ts'
import { rolloutMessages } from './messages.ts'

type Input = { id: number; isBack: boolean }
type Version = { themeId: number; semver: string; rollout: RolloutState; pilotIds: number[] }

/** Gives stores a version, or back the one before. Rows look at the state of their moment: what is paused goes on later. */
export const rolloutJob = defineJob({
  name: 'themeVersions.rollout',
  needs: `${themeVersions.permission}:write`,
  async perform(work, { targetId, label }) {
    const { id, isBack } = work.job.input as Input // As it was kept when the job began.
    const { rows } = await sql<Version>`
      select theme_id, semver, rollout, pilot_ids from theme_versions where id = ${id} for share`.execute(
      work.trx,
    )
    const [version] = rows
    if (!version) return unchanged(rolloutMessages.stoppedBefore)
    const store = { id: Number(targetId), label }
    return isBack ? giveBack(work, id, version, store) : give(work, id, version, store)
  },
})

const unchanged = (sentence: string): RowResult => ({ outcome: 'unchanged', sentence })

type Store = { id: number; label: string }

async function give(work: RowWork, id: number, version: Version, store: Store): Promise<RowResult> {
  const { themeId, semver, rollout, pilotIds } = version
  const stage = { store: store.id, version: id, share: shareOf(rollout) }
  if (!isRolling(rollout) || !isInStage(stage, new Set(pilotIds)))
    return unchanged(rolloutMessages.stoppedBefore)
  const [wearer] = await wearersOf(work.trx, themeId, id, store.id)
  if (!wearer) return unchanged(rolloutMessages.otherThemeNow)
  if (wearer.runs === id) return unchanged(rolloutMessages.alreadyThere)
  await sql`insert into store_theme_versions (store_id, version_id) values (${store.id}, ${id})
    on conflict (store_id) do update set version_id = excluded.version_id`.execute(work.trx)
  await sql`insert into theme_moves (version_id, store_id, from_id, at)
    values (${id}, ${store.id}, ${wearer.runs}, ${work.now})`.execute(work.trx)
  return told(work, store, wearer.semver, semver)
}

async function giveBack(work: RowWork, id: number, version: Version, store: Store) {
  if (version.rollout !== 'rolledBack') return unchanged(rolloutMessages.rolledOutAgain)
  const { rows } = await sql<{ fromId: number | null; semver: string | null }>`
    update theme_moves set back_at = ${work.now}
    where id = (
      select theme_moves.id from theme_moves
      join store_theme_versions as kept on kept.store_id = theme_moves.store_id
      where theme_moves.store_id = ${store.id} and theme_moves.version_id = ${id}
        and kept.version_id = ${id}
      order by theme_moves.id desc limit 1)
    returning from_id, (select semver from theme_versions where id = from_id) as semver`.execute(
    work.trx,
  )
  const [was] = rows
  if (!was) return unchanged(rolloutMessages.otherVersionNow)
  if (was.fromId === null)
    await sql`delete from store_theme_versions where store_id = ${store.id}`.execute(work.trx)
  else
    await sql`update store_theme_versions set version_id = ${was.fromId}
      where store_id = ${store.id}`.execute(work.trx)
  return told(work, store, version.semver, was.semver)
}

async function told(
  { audit }: RowWork,
  { id, label }: Store,
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
