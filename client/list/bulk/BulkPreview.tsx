import { useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { formatBulkTitle, formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { buildUrlWithoutPlan } from '#shared/engine/bulk/planUrl.ts'
import { buildPlanFileUrl } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { buildScheduleUrl } from './bulkUrl.ts'
import { PlanRows } from './PlanRows.tsx'
import type { BulkStepState, BulkStepProps } from './bulkStepProps.ts'
import { useFocusFirstControl } from './useFocusFirstControl.ts'
import { bulkMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Bulk.css.ts'

type Props = BulkStepProps & BulkStepState & { plan: Plan }

/**
 * Renders what would change in the selected records, and the button that changes these and no
 * others.
 */
export function BulkPreview({ resource, action, loaded, data, plan, actor, busy, refused }: Props) {
  const location = useLocation()
  const { pathname, search } = location
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstControl(form)
  const { counts, warns, reaches } = plan
  const { change: changes = 0, unchanged = 0, refused: rejected = 0 } = counts
  const names = loaded.field?.split(',') ?? []
  const figures = [
    [changes, bulkMessages.will],
    [unchanged, bulkMessages.asBefore],
    [rejected, bulkMessages.refusedCount],
  ] as const
  return (
    <Form
      ref={form}
      method="post"
      action={pathname + search}
      className={panel.form}
      onSubmit={() => actor.send({ type: 'job.ask' })}
      preventScrollReset
    >
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="writeKey" value={data.writeKey} />
      <input type="hidden" name="plan" value={plan.id} />
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        {/* Not on the button: a second Enter would confirm it unread. */}
        <div role="group" aria-label={bulkMessages.plan} tabIndex={-1} data-start>
          <dl className={styles.figures}>
            {figures.map(([count, words]) => (
              <div key={words}>
                <dt>{words}</dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
        {warns.length > 0 && <PlanWarnings all={warns} />}
        {changes === 0 && <p role="alert">{bulkMessages.none}</p>}
        {changes > 0 && (
          <section aria-label={bulkMessages.reaches}>
            <h3 className={styles.head}>{bulkMessages.reaches}</h3>
            {reaches.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        )}
        <PlanRows
          resource={resource}
          plan={plan}
          action={action.name}
          file={buildPlanFileUrl(plan.id)}
          {...(action.name === 'delete' && { goes: bulkMessages.goes })}
        />
      </div>
      <FormFooter
        said={bulkMessages.nothingYet}
        cancelUrl={buildUrlWithoutPlan(location)}
        cancelLabel={bulkMessages.back}
      >
        {changes > 0 && (
          <ButtonLink color="white" to={buildScheduleUrl(location)} preventScrollReset>
            {bulkMessages.scheduleStep}
          </ButtonLink>
        )}
        {changes > 0 && (
          <Button
            type="submit"
            loading={busy}
            disabled={busy}
            color={isDestructive(action) ? 'error' : 'primary'}
          >
            {formatBulkTitle(action, resource, names, formatRecordCount(resource, changes))}
          </Button>
        )}
      </FormFooter>
    </Form>
  )
}

/** Renders what to know before confirming. The first warning introduces the others. */
function PlanWarnings({ all: [first, ...others] }: { all: readonly string[] }) {
  return (
    <div className={panel.warning}>
      <p>{first}</p>
      <ul className={panel.list}>
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Whether an action takes something away, as in a change of one record: it deletes, or it requires
 * a reason.
 */
const isDestructive = ({ requiredAction, fields }: BulkAction) =>
  requiredAction === 'delete' || fields['reason']?.required === true
