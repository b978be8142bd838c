import { useLocation } from 'react-router'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { undoneSentence } from '#shared/engine/jobs/jobCalls.ts'
import { withJobs } from '#shared/engine/jobs/jobsAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { Counts, FailedFile, Problems, StepButton, StepForm } from './StepForm.tsx'
import type { StepProps } from './StepForm.tsx'
import { importWords as say } from './words.ts'

/** Labels of results that most imports don't have. */
const lateWords = (results: NonNullable<Import['results']>) =>
  Object.fromEntries(
    Object.entries(say.lateResults).filter(
      ([name]) => results[name as keyof typeof say.lateResults] > 0, // A key of the same table.
    ),
  )

/** What became of its lines, those that were refused as a file, and the way back. */
export function Ended({ known, ...step }: StepProps & { known: Import }) {
  const { into, again } = step
  const { name, id, job, lines, reasons, results } = known
  const { pathname, search } = useLocation()
  const rows = job?.rows
  const isFailed = (rows?.refused ?? 0) + (rows?.failed ?? 0) > 0
  return (
    <StepForm
      {...step}
      known={known}
      goesOn
      buttons={
        job?.undoUntil && (
          <StepButton intent="undo" color="white">
            {say.undo}
          </StepButton>
        )
      }
    >
      <p>
        <b>{name}</b>
      </p>
      {results && (
        <Counts
          title={say.did}
          words={{ ...say.results, ...lateWords(results) }}
          counts={{ ...results, lines }}
        />
      )}
      {job?.undoneBy && (
        <p>
          {undoneSentence(job)}{' '}
          <Link to={withJobs({ pathname, search }, job.undoneBy)}>{say.seeUndo}</Link>
        </p>
      )}
      {reasons.length > 0 ? (
        <Problems into={into} known={known} />
      ) : (
        isFailed && (
          <p>
            <FailedFile into={into} id={id} />
          </p>
        )
      )}
      <p>
        <Link to={again} preventScrollReset>
          {say.again}
        </Link>
      </p>
    </StepForm>
  )
}
