import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { isBlockingOtherRollouts } from '#shared/areas/themes/rollout.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import type { themeStatuses } from '#shared/areas/themes/themes.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { rolloutMessages } from './messages.ts'
import { loadStage } from './stageJob.ts'
import type { RolloutStage } from './stageJob.ts'

/** Why a step of a rollout can't be taken now, and a link to fix it. */
type Blocker = { sentence: string; link: { to: string; label: string } | null }

type OtherVersion = { id: number; semver: string; rollout: RolloutState }

/** The facts that decide which steps of a version's rollout can be taken. */
type RolloutFacts = {
  theme: { id: number; name: string; status: keyof typeof themeStatuses }
  /** A later version that was rolled out. */
  later: OtherVersion | undefined
  /** Another version of the theme whose rollout hasn't ended. */
  unfinished: OtherVersion | undefined
  /** The job of the current stage; null if there is none. */
  stage: RolloutStage | null
  /** The number of pilot stores, and how many of them use the theme. */
  pilots: { total: number; usingTheme: number }
}

/**
 * Loads the facts. To take a step, lock the theme, so that two of its versions can't start at once.
 */
export async function loadRolloutFacts(
  connection: Connection,
  version: AnyRecord,
  { lock }: { lock: boolean },
): Promise<RolloutFacts> {
  const themeId = Number(version['themeId'])
  const { rows: themeRows } = await sql<RolloutFacts['theme']>`
    select id, name, status from themes where id = ${themeId} ${lock ? sql`for update` : sql``}`.execute(
    connection,
  )
  const [theme = { id: themeId, name: '', status: 'draft' as const }] = themeRows
  const { rows: others } = await sql<OtherVersion>`
    select id, semver, rollout from theme_versions
    where theme_id = ${themeId} and id <> ${version.id} order by id desc`.execute(connection)
  const pilotIds = getPilotIds(version)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from stores where ${matchesIds('stores.id', pilotIds)}
      and coalesce(theme_id, (select theme_id from store_defaults)) = ${themeId}`.execute(
    connection,
  )
  return {
    theme,
    later: others.find(
      ({ id, rollout }) => id > version.id && rollout !== 'new' && rollout !== 'rolledBack',
    ),
    unfinished: others.find(({ rollout }) => isBlockingOtherRollouts(rollout)),
    stage: await loadStage(connection, version),
    pilots: { total: pilotIds.length, usingTheme: counted[0]?.count ?? 0 },
  }
}

export function getPilotIds({ pilotIds }: AnyRecord): number[] {
  return Array.isArray(pilotIds) ? pilotIds.map(Number) : []
}

/**
 * Returns the first reason why a step can't be taken; null if it can. The call rejects the step
 * with the same sentence that pages show.
 */
export function findBlocker(
  { theme, later, unfinished, stage, pilots }: RolloutFacts,
  version: AnyRecord,
  event: RolloutEvent,
): Blocker | null {
  if (event === 'pause') return null
  if (event === 'rollBack') return later ? blockByVersion(rolloutMessages.later, later) : null
  if (theme.status !== 'published')
    return {
      sentence: rolloutMessages.unpublished(theme.name, theme.status),
      link: {
        to: `${themes.path}?publish=${theme.id}`,
        label: rolloutMessages.publish(theme.name),
      },
    }
  if (later) return blockByVersion(rolloutMessages.later, later)
  if (unfinished) return blockByVersion(rolloutMessages.unfinished, unfinished)
  if (event === 'pilot' && pilots.usingTheme === 0)
    return {
      sentence:
        pilots.total === 0 ? rolloutMessages.noPilots : rolloutMessages.noPilotUses(theme.name),
      link: {
        to: `${themeVersions.path}&stores=${version.id}`,
        label: rolloutMessages.selectPilots,
      },
    }
  return event === 'widen' && stage ? blockByStage(stage) : null
}

const blockByVersion = (
  formatSentence: (semver: string) => string,
  { id, semver }: OtherVersion,
): Blocker => ({
  sentence: formatSentence(semver),
  link: { to: `${themeVersions.path}&rollout=${id}`, label: rolloutMessages.openRollout(semver) },
})

function blockByStage({
  job,
  isRunning,
  total,
  waiting,
  failed,
  examples,
}: RolloutStage): Blocker | null {
  const sentence = isRunning
    ? rolloutMessages.running(total - waiting, total)
    : failed > 0
      ? rolloutMessages.failed(failed, examples)
      : waiting > 0
        ? rolloutMessages.canceled(waiting)
        : null
  if (sentence === null) return null
  const [pathname = '', query = ''] = themeVersions.path.split('?')
  const to = withJobsPanel({ pathname, search: `?${query}` }, job)
  return { sentence, link: { to, label: rolloutMessages.openJob } }
}
