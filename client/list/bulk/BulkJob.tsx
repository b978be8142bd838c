import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation, useRevalidator } from 'react-router'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import {
  getJobActions,
  isActiveJob,
  rowOutcomes,
  formatUndoState,
} from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobRow } from '#shared/engine/jobs/jobCalls.ts'
import { buildJobRowsFileUrl, withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import type { BulkStepState, BulkStepProps } from './bulkStepProps.ts'
import { useFocusFirstControl } from './useFocusFirstControl.ts'
import { bulkMessages } from './messages.ts'
import * as sides from '../panels/Diff.css.ts'
import * as styles from './Bulk.css.ts'
import * as panel from '#client/form/Panel.css.ts'

type Props = BulkStepProps & BulkStepState & { job: Job }

/** Renders a job's progress, the result for each record, and undo. */
export function BulkJob({ resource, job, close, data, loaded, actor, busy, refused }: Props) {
  const { pathname, search } = useLocation()
  const pendingAction = useNavigation().formData?.get('change')
  const body = useRef<HTMLDivElement>(null)
  useFocusFirstControl(body)
  const isActive = isActiveJob(job)
  useReloadWhenEnded(isActive)
  const doneCount = job.rows.total - job.rows.waiting
  const changes = getJobActions(job)
  return (
    <>
      <div ref={body} className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        <div role="status" tabIndex={-1} data-start>
          <p>
            {isActive || doneCount < job.rows.total
              ? bulkMessages.of(doneCount, job.rows.total)
              : bulkMessages.ended}
          </p>
          {job.undoUntil && (
            <p>
              <Instant at={job.undoUntil} format={bulkMessages.undoUntil} />
            </p>
          )}
          {job.undoneBy && (
            <p>
              {formatUndoState(job)}{' '}
              <Link to={withJobsPanel({ pathname, search }, job.undoneBy)}>
                {bulkMessages.seeUndo}
              </Link>
            </p>
          )}
          {job.sentence && <p>{job.sentence}</p>}
        </div>
        {isActive && (
          <Progress
            label={job.title}
            wide
            percent={Math.floor((doneCount * 100) / Math.max(job.rows.total, 1))}
          />
        )}
        {!isActive && job.rows.total > 1 && (
          <p>
            <a href={buildJobRowsFileUrl(job.id)} download>
              {bulkMessages.rowsFile}
            </a>
          </p>
        )}
        {!isActive && <JobResultRows {...{ resource, job }} rows={loaded.rows} />}
      </div>
      <FormFooter said="">
        {changes.map((change) => (
          <Form
            key={change}
            method="post"
            action={pathname + search}
            onSubmit={() => actor.send({ type: 'job.ask' })}
            preventScrollReset
          >
            <input type="hidden" name="intent" value="change" />
            <input type="hidden" name="writeKey" value={`${data.writeKey}-${change}`} />
            <input type="hidden" name="job" value={job.id} />
            <Button
              type="submit"
              color="white"
              name="change"
              value={change}
              loading={pendingAction === change}
              disabled={busy}
            >
              {bulkMessages.changes[change]}
            </Button>
          </Form>
        ))}
        {isActive && (
          <noscript>
            <a href={pathname + search}>{bulkMessages.again}</a>
          </noscript>
        )}
        <ButtonLink to={close} preventScrollReset>
          {bulkMessages.close}
        </ButtonLink>
      </FormFooter>
    </>
  )
}

function JobResultRows({
  resource,
  job,
  rows,
}: Pick<Props, 'resource' | 'job'> & { rows: JobRow[] }) {
  const isGone = job.kind.endsWith('.delete') && !job.undoOf
  return rowOutcomes.map((outcome) => {
    const outcomeRows = rows.filter((row) => row.outcome === outcome)
    if (job.rows[outcome] === 0) return null
    const title = bulkMessages.groups[outcome](job.rows[outcome])
    return (
      <section key={outcome} aria-label={title}>
        <h3 className={styles.head}>{title}</h3>
        <ul className={sides.rows}>
          {outcomeRows.map(({ id, targetId, label, sentence }) => (
            <li key={id}>
              {targetId === null || (isGone && outcome === 'done') ? (
                <span>{label}</span>
              ) : (
                <Link to={getRecordUrl(resource, { id: targetId })}>{label}</Link>
              )}
              {sentence && (
                <span className={styles.why} data-refused={outcome === 'done' ? undefined : true}>
                  {sentence}
                </span>
              )}
            </li>
          ))}
        </ul>
        {outcomeRows.length > 0 && outcomeRows.length < job.rows[outcome] && (
          <p>{bulkMessages.firstRows(outcomeRows.length)}</p>
        )}
      </section>
    )
  })
}

/** Reloads the results and the list that the job changed, once the job has ended. */
function useReloadWhenEnded(isActive: boolean): void {
  const { revalidate } = useRevalidator()
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (wasActive.current && !isActive) void revalidate()
    wasActive.current = isActive
  }, [isActive, revalidate])
}
