import { rowOutcomes } from '#shared/engine/jobs/jobCalls.ts'
import { buildFailedRowsUrl } from '#shared/engine/imports/importCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { buildJobRowsFileUrl } from '#shared/engine/jobs/jobsUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import type { JobDetails } from './loadJobsPanel.ts'
import { buildJobRowUrl } from './buildJobRowUrl.ts'
import { jobKinds, jobsMessages } from './messages.ts'
import * as styles from './Jobs.css.ts'

/** Lists the results of a job's rows, rows that need action first. */
export function JobResults({ job, open }: { job: Job; open: JobDetails }) {
  const { result } = jobKinds[job.kind] ?? {}
  const [name = ''] = job.kind.split('.')
  const offersFailedRows =
    job.importId && !job.undoOf && job.endedAt !== null && job.rows.refused + job.rows.failed > 0
  if ('failure' in open) return <p className={styles.says}>{open.failure}</p>
  return (
    <div className={styles.rows}>
      {result && job.endedAt !== null && <Link to={result.to}>{result.label}</Link>}
      {offersFailedRows && (
        <a href={buildFailedRowsUrl({ name }, job.importId ?? 0)} download>
          {jobsMessages.failedFile}
        </a>
      )}
      {!offersFailedRows && job.endedAt !== null && job.rows.total > 1 && (
        <a href={buildJobRowsFileUrl(job.id)} download>
          {jobsMessages.rowsFile}
        </a>
      )}
      {open.rows.length === 0 && job.endedAt !== null && <p>{jobsMessages.noResults}</p>}
      {rowOutcomes.map((outcome) => {
        const rows = open.rows.filter((row) => row.outcome === outcome)
        if (rows.length === 0) return null
        return (
          <section key={outcome} aria-label={jobsMessages.groups[outcome]}>
            <h3 className={styles.group}>{jobsMessages.groups[outcome]}</h3>
            <ul>
              {rows.map((row) => (
                <li key={row.id} className={styles.row}>
                  <JobRowLabel label={row.label} to={buildJobRowUrl(job, row)} />
                  {row.sentence && <span data-outcome={outcome}>{row.sentence}</span>}
                </li>
              ))}
            </ul>
            {rows.length < job.rows[outcome] && (
              <p>{jobsMessages.first(rows.length, job.rows[outcome])}</p>
            )}
          </section>
        )
      })}
    </div>
  )
}

const JobRowLabel = ({ label, to }: { label: string; to: string | null }) =>
  to === null ? label : <Link to={to}>{label}</Link>
