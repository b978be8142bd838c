import { useSelector } from '@xstate/react'
import { useLocation } from 'react-router'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '../runtime/ConsoleContext.tsx'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './TopBar.css.ts'

/**
 * Shows the number of active jobs and opens their panel; a link to `?jobs` until its script runs.
 * Renders nothing if the platform has no jobs.
 */
export function JobsButton() {
  const { session } = useActors()
  const underWay = useSelector(session, ({ context }) => context.user?.jobsUnderWay)
  const here = useLocation()
  if (underWay === undefined) return null
  const label = messages.shell.jobs(underWay)
  return (
    <a
      href={withJobsPanel(here)}
      data-toggles=""
      className={`${styles.jobs} ${glyph.jobs}`}
      aria-label={label}
      title={label}
    >
      {underWay > 0 && <span className={styles.count}>{underWay}</span>}
    </a>
  )
}
