import '#client/frame/signedIn.ts'
import { outcomes } from '#shared/engine/jobs/jobCalls.ts'
import { failedAddress } from '#shared/engine/imports/importCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { rowsFile } from '#shared/engine/jobs/jobsAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import type { OpenRows } from './loadJobs.ts'
import { rowAddress } from './rowLinks.ts'
import { jobKinds, jobsWords as say } from './words.ts'
import * as styles from './Jobs.css.ts'

/** What became of the rows of a job, with its sentence; first what wants a hand. */
export function JobRows({ job, open }: { job: Job; open: OpenRows }) {
  const { result } = jobKinds[job.kind] ?? {}
  const [name = ''] = job.kind.split('.')
  const isTold =
    job.importId && !job.undoOf && job.endedAt !== null && job.rows.refused + job.rows.failed > 0
  if ('failure' in open) return <p className={styles.says}>{open.failure}</p>
  return (
    <div className={styles.rows}>
      {result && job.endedAt !== null && <Link to={result.to}>{result.label}</Link>}
      {isTold && (
        <a href={failedAddress({ name }, job.importId ?? 0)} download>
          {say.failedFile}
        </a>
      )}
      {!isTold && job.endedAt !== null && job.rows.total > 1 && (
        <a href={rowsFile(job.id)} download>
          {say.rowsFile}
        </a>
      )}
      {open.rows.length === 0 && job.endedAt !== null && <p>{say.nothingToTell}</p>}
      {outcomes.map((outcome) => {
        const rows = open.rows.filter((row) => row.outcome === outcome)
        if (rows.length === 0) return null
        return (
          <section key={outcome} aria-label={say.groups[outcome]}>
            <h3 className={styles.group}>{say.groups[outcome]}</h3>
            <ul>
              {rows.map((row) => (
                <li key={row.id} className={styles.row}>
                  <Named label={row.label} to={rowAddress(job, row)} />
                  {row.sentence && <span data-outcome={outcome}>{row.sentence}</span>}
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

const Named = ({ label, to }: { label: string; to: string | null }) =>
  to === null ? label : <Link to={to}>{label}</Link>
