import { useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { formatBulkTitle, formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { useFocusTracking } from '#client/form/useFocusTracking.ts'
import type { BulkStepProps, BulkStepState } from './bulkStepProps.ts'
import { buildUnscheduledUrl } from './bulkUrl.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { bulkMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

type Props = BulkStepProps & BulkStepState & { plan: Plan }

/** Renders when a previewed change starts and ends. */
export function ScheduleForm({
  resource,
  action,
  loaded,
  data,
  plan,
  refused,
  busy,
  actor,
}: Props) {
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const rejection = refused?.intent === 'schedule' ? refused : undefined
  useFocusFirstInvalid(form, rejection, useFocusTracking(form))
  const names = loaded.field?.split(',') ?? []
  const isStores = resource.name === stores.name
  return (
    <Form
      ref={form}
      method="post"
      action={location.pathname + location.search}
      className={panel.form}
      onSubmit={() => actor.send({ type: 'job.ask' })}
      noValidate
      preventScrollReset
    >
      <input type="hidden" name="intent" value="schedule" />
      <input type="hidden" name="writeKey" value={`${data.writeKey}-schedule`} />
      <input type="hidden" name="plan" value={plan.id} />
      <input
        type="hidden"
        name="called"
        value={formatBulkTitle(
          action,
          resource,
          names,
          formatRecordCount(resource, plan.counts['change'] ?? 0),
        )}
      />
      <div className={panel.body}>
        {rejection?.failure && <FailureText failure={rejection.failure} />}
        <p>{bulkMessages.scheduleExplain}</p>
        <ScheduleFields
          answer={rejection}
          hasStores={isStores}
          canNotify={isStores && action.name === 'startMaintenance'}
          canEnd={plan.canUndo}
        />
      </div>
      <FormFooter
        question={
          rejection?.impact && (
            <ImpactConfirmation reach={rejection.impact} words={bulkMessages.overlap} />
          )
        }
        cancelUrl={buildUnscheduledUrl(location)}
        cancelLabel={bulkMessages.back}
      >
        <Button type="submit" loading={busy} disabled={busy}>
          {rejection?.impact ? bulkMessages.scheduleAnyway : bulkMessages.schedule}
        </Button>
      </FormFooter>
    </Form>
  )
}
