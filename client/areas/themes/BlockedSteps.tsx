import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { getNextRolloutState, getRolloutShare } from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { Rollout } from '#shared/areas/themes/versionCalls.ts'
import { Link } from '#client/ui/Link.tsx'
import * as styles from './versions.css.ts'
import { themeVersionsMessages } from './messages.ts'

type BlockedReason = NonNullable<Rollout['blocked']>[number]
type BlockedStep = BlockedReason & { event: RolloutEvent }

/** Returns the label of a step's button. The panel shows how many stores are in each stage. */
export const formatStep = (event: RolloutEvent, state: RolloutState): string =>
  event === 'start' || event === 'widen'
    ? themeVersionsMessages.to(getRolloutShare(getNextRolloutState(state, event) ?? state))
    : rolloutEvents[event]

export const getReasonId = (event: RolloutEvent): string => `blocked-${event}`

/** Returns the steps among these that can't be taken now. */
export const findBlockedSteps = (
  { blocked = [] }: Pick<Rollout, 'blocked'>,
  events: readonly RolloutEvent[],
): BlockedStep[] =>
  events.flatMap((event) => {
    const found = blocked.find((one) => one.event === event)
    return found ? [{ ...found, event }] : []
  })

/**
 * Explains why buttons of a rollout are disabled, with links to what blocks them. Steps with the
 * same reason share one line.
 */
export function BlockedSteps({ steps, state }: { steps: BlockedStep[]; state: RolloutState }) {
  const byReason = Map.groupBy(steps, ({ sentence }) => sentence)
  return (
    <ul className={styles.blocked}>
      {[...byReason].map(([sentence, same]) => (
        <li key={sentence}>
          <b>{same.map(({ event }) => formatStep(event, state)).join(', ')}:</b>{' '}
          <span id={getReasonId(same[0]?.event ?? 'start')}>{sentence}</span>{' '}
          {same[0]?.link && <Link to={same[0].link.to}>{same[0].link.label}</Link>}
        </li>
      ))}
    </ul>
  )
}
