import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import {
  isScheduleTransitionAllowed,
  scheduleActions,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduledChangeState } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduleJobResult } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { canDecide, decisionNames, isRequester } from '#shared/engine/approval.ts'
import { decisionReasonField } from '#shared/engine/approvalCalls.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildPlanFileUrl } from '#shared/engine/bulk/planCalls.ts'
import { optionalInDraft } from '#shared/engine/fields/fields.ts'
import { rowOutcomes } from '#shared/engine/jobs/jobCalls.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { FormField } from '#client/frame/index.ts'
import { DecisionButtons } from '#client/form/DecisionForm.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import { PlanRows } from '#client/list/bulk/PlanRows.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { ScheduleDetails } from './loadScheduleDetails.ts'
import { scheduledChangesMessages } from './messages.ts'
import * as rows from '#client/list/panels/Diff.css.ts'

const factNames = Object.keys(scheduledChanges.derived ?? {})

/** Stores are listed below if they are the records that change. */
const getFactNames = ({ resource }: AnyRecord) =>
  factNames.filter((name) => name !== 'storeIds' || resource !== stores.name)

/** Shows a scheduled change, its records and their results, and what can be done with it. */
export function DetailsPanel({ loaded, ...props }: PanelProps<ScheduleDetails>) {
  const { record: change, plan, results } = loaded
  const state = change['state'] as ScheduledChangeState // Written by the platform.
  const resource = getResource(String(change['resource']))
  const can = useCan()
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  const isOwn = user ? isRequester(change, user) : false
  const isAllowed = resource !== undefined && can(resource, 'write')
  const isWaiting = state === 'waiting'
  const buildPanelUrl = createPanelUrls(scheduledChanges, props.view)
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={change}
      intent={isWaiting ? 'decide' : 'act'}
      title={(name) => name}
      size="medium"
      cancelLabel={scheduledChangesMessages.close}
      buttons={isAllowed && <Buttons state={state} isOwn={isOwn} />}
    >
      {(answer) => (
        <>
          <RecordFacts resource={scheduledChanges} record={change} names={getFactNames(change)} />
          <p>{scheduledChangesMessages.author(formatActor(change.createdBy))}</p>
          {isWaiting && (
            <p>{isOwn ? scheduledChangesMessages.own : scheduledChangesMessages.limit}</p>
          )}
          {isWaiting && isAllowed && !isOwn && (
            <FormField
              id="decision-reason"
              name="reason"
              field={optionalInDraft(decisionReasonField, scheduledChangesMessages.rejectReason)}
              answer={answer}
            />
          )}
          {state === 'running' && <p>{scheduledChangesMessages.cancelRunning}</p>}
          {isAllowed && (isWaiting || state === 'scheduled') && (
            <p>
              <ButtonLink color="white" to={buildPanelUrl('times', change.id)} preventScrollReset>
                {scheduledChangesMessages.move}
              </ButtonLink>
            </p>
          )}
          {results?.start && (
            <Result
              title={scheduledChangesMessages.started}
              result={results.start}
              resource={resource}
            />
          )}
          {results?.end && (
            <Result
              title={scheduledChangesMessages.ended}
              result={results.end}
              resource={resource}
            />
          )}
          {plan && resource && (
            <section aria-label={scheduledChangesMessages.changes}>
              <h3>{scheduledChangesMessages.changes}</h3>
              <PlanRows
                resource={resource}
                plan={plan}
                action={plan.action}
                file={buildPlanFileUrl(plan.id)}
              />
            </section>
          )}
        </>
      )}
    </SmallForm>
  )
}

function Buttons({ state, isOwn }: { state: ScheduledChangeState; isOwn: boolean }): ReactNode {
  if (state === 'waiting')
    return <DecisionButtons names={decisionNames.filter((name) => canDecide(name, isOwn))} />
  return scheduleActions
    .filter((action) => isScheduleTransitionAllowed(action, state))
    .map((action) => (
      <SubmitButton key={action} name="action" value={action} color="white">
        {scheduledChangesMessages.actions[action]}
      </SubmitButton>
    ))
}

type ResultProps = { title: string; result: ScheduleJobResult; resource: Resource | undefined }

function Result({ title, result: { counts, rows: notable }, resource }: ResultProps) {
  const figures = rowOutcomes.flatMap((outcome) => {
    const count = counts[outcome] ?? 0
    return count > 0 ? [scheduledChangesMessages.counts[outcome](count)] : []
  })
  const waiting = counts['waiting'] ?? 0
  if (waiting > 0) figures.push(scheduledChangesMessages.waiting(waiting))
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>{figures.join(', ')}</p>
      <ul className={rows.rows}>
        {notable.map(({ label, targetId, sentence }) => (
          <li key={`${targetId} ${label}`}>
            {targetId === null || !resource ? (
              label
            ) : (
              <Link to={getRecordUrl(resource, { id: targetId })}>{label}</Link>
            )}{' '}
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}
