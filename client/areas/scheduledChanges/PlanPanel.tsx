import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { ApiError } from '#shared/engine/api.ts'
import { buildPlanFileUrl, loadPlan } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { parsePlanQuery } from '#shared/engine/bulk/planUrl.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import { PlanRows } from '#client/list/bulk/PlanRows.tsx'
import { ScheduleFields } from '#client/list/bulk/ScheduleFields.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { clientMessages } from '#client/runtime/messages.ts'
import { scheduledChangesMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

/** Loads the plan of a change that a record's own page offers to schedule. */
export async function loadSchedulePlan({
  api,
  id,
  params,
  signal,
}: PanelLoadContext): Promise<Plan> {
  if (id !== null) return loadPlan(api, id, { ...parsePlanQuery(params), signal })
  throw new ApiError({ status: 404, code: 'not_found', title: clientMessages.recordNotFound })
}

/** Asks when a planned change starts and ends. */
export function PlanPanel({ loaded: plan, ...props }: PanelProps<Plan>) {
  const { refused } = props
  const resource = getResource(plan.resource)
  const isPossible = (plan.counts['change'] ?? 0) > 0
  const [row] = plan.data
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={scheduledChanges}
      record={toPlanRecord(plan)}
      intent="schedule"
      title={() => scheduledChangesMessages.planTitle(row?.label ?? '')}
      size="medium"
      question={
        refused?.impact && (
          <ImpactConfirmation reach={refused.impact} words={scheduledChangesMessages.overlap} />
        )
      }
      buttons={
        isPossible && (
          <SubmitButton>
            {refused?.impact
              ? scheduledChangesMessages.scheduleAnyway
              : scheduledChangesMessages.schedule}
          </SubmitButton>
        )
      }
    >
      {(answer) => (
        <>
          {!isPossible && (
            <p className={panel.warning} role="alert">
              {scheduledChangesMessages.notPossible}
            </p>
          )}
          {resource && (
            <PlanRows
              resource={resource}
              plan={plan}
              action={plan.action}
              file={buildPlanFileUrl(plan.id)}
            />
          )}
          {isPossible && (
            <>
              {plan.reaches.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              <ScheduleFields answer={answer} canEnd={plan.canUndo} />
            </>
          )}
        </>
      )}
    </SmallForm>
  )
}

/** A plan as the record of the form, which is about no other one yet. */
const toPlanRecord = ({ id }: Plan) => ({
  id,
  title: '',
  version: 1,
  createdAt: '',
  createdBy: '',
  updatedAt: '',
  updatedBy: '',
})
