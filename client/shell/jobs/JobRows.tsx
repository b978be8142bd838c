import '#client/signedIn.ts'
import { outcomes } from '#shared/jobs/jobCalls.ts'
import type { Job } from '#shared/jobs/jobCalls.ts'
import { Link } from '#client/ui/Link.tsx'
import type { OpenRows } from './loadJobs.ts'
import { jobKinds, jobsWords as say } from './words.ts'
import * as styles from './Jobs.css.ts'

/** What became of the rows of a job, with its sentence; first what wants a hand. */
export function JobRows({ job, open }: { job: Job; open: OpenRows }) {
  const { rowAt, result } = jobKinds[job.kind] ?? {}
  if ('failure' in open) return <p className={styles.says}>{open.failure}</p>
  return (
    <div className={styles.rows}>
      {result && job.endedAt !== null && <Link to={result.to}>{result.label}</Link>}
      {open.rows.length === 0 && job.endedAt !== null && <p>{say.nothingToTell}</p>}
      {outcomes.map((outcome) => {
        const rows = open.rows.filter((row) => row.outcome === outcome)
        if (rows.length === 0) return null
        return (
          <section key={outcome} aria-label={say.groups[outcome]}>
            <h3 className={styles.group}>{say.groups[outcome]}</h3>
            <ul>
              {rows.map(({ id, targetId, label, sentence }) => (
                <li key={id} className={styles.row}>
                  {rowAt && targetId !== null ? <Link to={rowAt(targetId)}>{label}</Link> : label}
                  {sentence && <span data-outcome={outcome}>{sentence}</span>}
                </li>
              ))}
            </ul>
            {rows.length < job.rows[outcome] && <p>{say.first(rows.length, job.rows[outcome])}</p>}
          </section>
        )
      })}
    </div>
  )
}
