import { useLocation } from 'react-router'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { formatUndoState } from '#shared/engine/jobs/jobCalls.ts'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import {
  RowCounts,
  RejectedRowsLink,
  RowRejectionReasons,
  ImportStepButton,
  ImportStepForm,
} from './ImportStepForm.tsx'
import type { ImportStepProps } from './ImportStepForm.tsx'
import { importMessages } from './messages.ts'

/** Returns the labels of results that most imports don't have. */
const getLateResultLabels = (results: NonNullable<Import['results']>) =>
  Object.fromEntries(
    Object.entries(importMessages.lateResults).filter(
      // Names are keys of the same table.
      ([name]) => results[name as keyof typeof importMessages.lateResults] > 0,
    ),
  )

/** Renders an import's results, its rejected rows as a file, and undo. */
export function ImportResult({ known, ...step }: ImportStepProps & { known: Import }) {
  const { into, again } = step
  const { name, id, job, lines, reasons, results } = known
  const { pathname, search } = useLocation()
  const rows = job?.rows
  const isFailed = (rows?.refused ?? 0) + (rows?.failed ?? 0) > 0
  return (
    <ImportStepForm
      {...step}
      known={known}
      isFinished
      buttons={
        job?.undoUntil && (
          <ImportStepButton intent="undo" color="white">
            {importMessages.undo}
          </ImportStepButton>
        )
      }
    >
      <p>
        <b>{name}</b>
      </p>
      {results && (
        <RowCounts
          title={importMessages.result}
          words={{ ...importMessages.results, ...getLateResultLabels(results) }}
          counts={{ ...results, lines }}
        />
      )}
      {job?.undoneBy && (
        <p>
          {formatUndoState(job)}{' '}
          <Link to={withJobsPanel({ pathname, search }, job.undoneBy)}>
            {importMessages.seeUndo}
          </Link>
        </p>
      )}
      {reasons.length > 0 ? (
        <RowRejectionReasons into={into} known={known} />
      ) : (
        isFailed && (
          <p>
            <RejectedRowsLink into={into} id={id} />
          </p>
        )
      )}
      <p>
        <Link to={again} preventScrollReset>
          {importMessages.again}
        </Link>
      </p>
    </ImportStepForm>
  )
}
