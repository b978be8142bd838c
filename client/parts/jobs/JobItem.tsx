import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getJobActions, isActiveJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { JobActionButton } from './JobActionButton.tsx'
import { JobResults } from './JobResults.tsx'
import type { JobDetails } from './loadJobsPanel.ts'
import { getJobRowCounts, formatJobResult } from './formatJobResult.ts'
import { jobsMessages } from './messages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as progress from '#client/ui/Progress.css.ts'
import * as styles from './Jobs.css.ts'

type Props = {
  job: Job
  open: JobDetails | null
  isOpen: boolean
  writeKey: string | undefined
  onChanged: () => void
}

/** Shows one job: its progress or result, its actions, and, when open, the results of its rows. */
export function JobItem({ job, open, isOpen, writeKey, onChanged }: Props) {
  const here = useLocation()
  const { id, title, rows } = job
  const done = rows.total - rows.waiting
  return (
    <li className={styles.job}>
      <div className={styles.top}>
        <a
          href={withJobsPanel(here, isOpen ? undefined : id)}
          className={`${styles.name} ${glyph.next}`}
          aria-label={jobsMessages.show(title)}
          aria-expanded={isOpen}
        >
          {title}
        </a>
        {getJobActions(job).map((change) => (
          <JobActionButton key={change} {...{ job, change, writeKey, onChanged }} />
        ))}
      </div>
      {isActiveJob(job) && (
        <progress
          className={progress.width.full}
          max={rows.total || 1}
          value={done}
          aria-label={title}
        />
      )}
      <p className={styles.detail}>
        <JobStatusText job={job} done={done} />
      </p>
      {isOpen && open && <JobResults job={job} open={open} />}
    </li>
  )
}

function JobStatusText({ job, done }: { job: Job; done: number }) {
  const minutes = useRemainingMinutes(job)
  const { status, rows, endedAt } = job
  if (status === 'waiting') return jobsMessages.waiting
  if (endedAt === null) {
    const left = minutes === null ? [] : [jobsMessages.left(minutes)]
    return [jobsMessages.progress(done, rows.total), ...formatFailureCounts(job), ...left].join(
      jobsMessages.dot,
    )
  }
  return (
    <>
      <Instant at={endedAt} />
      {jobsMessages.dot + formatJobResult(job)}
    </>
  )
}

function formatFailureCounts(job: Job): string[] {
  const ran = getJobRowCounts(job)
  return (['failed', 'refused'] as const).flatMap((outcome) =>
    ran[outcome] > 0 ? [jobsMessages.outcomes[outcome](ran[outcome])] : [],
  )
}

/** Minimum time a job is watched before a remaining time is shown. */
const minWatchedMs = 3000

/** Estimates the remaining minutes from the observed pace. Null until the pace is known. */
function useRemainingMinutes({ status, rows: { waiting } }: Job): number | null {
  const [minutes, setMinutes] = useState<number | null>(null)
  const first = useRef<{ at: number; waiting: number } | null>(null)
  useEffect(() => {
    if (status !== 'running') first.current = null
    const now = performance.now()
    first.current ??= { at: now, waiting }
    const [spent, done] = [now - first.current.at, first.current.waiting - waiting]
    setMinutes(
      spent < minWatchedMs || done <= 0 ? null : Math.round((waiting * spent) / done / 60_000),
    )
  }, [status, waiting])
  return minutes
}
