import { Form, useLocation, useNavigation } from 'react-router'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { integrationStates } from '#shared/engine/integrations/states.ts'
import type { IntegrationStateChange } from '#shared/engine/integrations/integrationCalls.ts'
import { findLastResult, findUnknownStepsToConfirm } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import type { RejectedForm } from '../form/handleForm.ts'
import { FailureText } from '../form/PanelFailure.tsx'
import { ImpactConfirmation } from '../form/ImpactConfirmation.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import type { PageAction } from '../ui/pageActions.ts'
import { setupMessages } from './messages.ts'
import { setupPageMessages } from './setupPageMessages.ts'
import * as styles from './integrations.css.ts'

type StateActionsProps = {
  resource: Resource
  record: AnyRecord
  history: readonly TestHistoryEntry[]
  refused: RejectedForm | undefined
  writeKey: string
}

/**
 * Returns whether activating is the next step: the last test covers the current settings and
 * passed.
 */
const isActivationNext = (record: AnyRecord, history: readonly TestHistoryEntry[]): boolean => {
  const test = findLastResult(history)
  return (
    test?.outcome === 'passed' &&
    test.version === record['settingsVersion'] &&
    getNextStatus(toIntegrationHealth(record), 'activate') !== null
  )
}

const lifecycleStages = ['not_configured', 'draft', 'verified', 'active'] as const

/**
 * Shows the steps to active and the current one. Renders nothing for an integration that is or was
 * active.
 */
export function ActivationSteps({ state }: { state: string }) {
  if (state === 'active' || !lifecycleStages.some((stage) => stage === state)) return null
  return (
    <ol className={styles.life} aria-label={setupPageMessages.life}>
      {lifecycleStages.map((stage) => (
        <li
          key={stage}
          className={styles.stage}
          data-state={stage}
          aria-current={stage === state ? 'step' : undefined}
        >
          {integrationStates[stage]}
        </li>
      ))}
    </ol>
  )
}

/** Explains why an active integration fails, and links to the fix. */
export const DegradedNotice = ({ problem, fixUrl }: { problem: string; fixUrl: string }) => (
  <div className={styles.degraded}>
    <p>
      <strong>{setupPageMessages.degraded}</strong> {problem}
    </p>
    <ButtonLink to={fixUrl} color="white" size="small" preventScrollReset>
      {fixUrl === '#test' ? setupPageMessages.goToTest : setupPageMessages.goToField}
    </ButtonLink>
  </div>
)

const isActive = ({ state }: AnyRecord) => state === 'active' || state === 'degraded'

const stateFormId = 'integration-state'

/** Activates or disables the integration. The buttons that submit it are elsewhere on the page. */
export const IntegrationStateForm = ({ record, writeKey }: StateActionsProps) => (
  <StateForm
    id={stateFormId}
    event={isActive(record) ? 'disable' : 'activate'}
    {...{ record, writeKey }}
  />
)

/**
 * Returns the action that submits `IntegrationStateForm`, unless the step after the test does.
 * `IntegrationStateConfirmation` asks for what must be confirmed.
 */
export function useIntegrationStateAction(live: StateActionsProps | null): PageAction | null {
  const can = useCan()
  const sending = useNavigation().formData?.get('intent')
  if (!live || !can(live.resource, 'write') || isActivationNext(live.record, live.history))
    return null
  const { record } = live
  const event = isActive(record) ? 'disable' : 'activate'
  const isAllowed =
    record['state'] !== undefined && getNextStatus(toIntegrationHealth(record), event) !== null
  return {
    label: setupPageMessages[event],
    submits: stateFormId,
    color: isActive(record) || !isAllowed ? 'white' : 'primary',
    disabled: !isAllowed,
    loading: sending === event,
    title: !isAllowed && event === 'activate' ? setupPageMessages.prove : undefined,
  }
}

const scheduleFormId = 'integration-schedule'

/** Schedules that the integration is activated or disabled. Its button is elsewhere on the page. */
export function IntegrationScheduleForm({ record, writeKey }: StateActionsProps) {
  const { pathname, search } = useLocation()
  return (
    <Form id={scheduleFormId} hidden method="post" action={pathname + search}>
      <input type="hidden" name="intent" value="schedule" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="event" value={isActive(record) ? 'disable' : 'activate'} />
      <input type="hidden" name="writeKey" value={`${writeKey}-schedule`} />
    </Form>
  )
}

/** Returns the action that submits `IntegrationScheduleForm`; null if no change is possible. */
export function useIntegrationScheduleAction(live: StateActionsProps | null): PageAction | null {
  const can = useCan()
  const sending = useNavigation().formData?.get('intent')
  if (!live || !can(live.resource, 'write') || !can(scheduledChanges, 'read')) return null
  const { record } = live
  const event = isActive(record) ? 'disable' : 'activate'
  if (record['state'] === undefined || !getNextStatus(toIntegrationHealth(record), event))
    return null
  return {
    label: setupPageMessages.schedule[event],
    submits: scheduleFormId,
    color: 'white',
    loading: sending === 'schedule',
  }
}

/** Renders the forms and their buttons where there is no page header. */
export function IntegrationStateActions(live: StateActionsProps) {
  const action = useIntegrationStateAction(live)
  const scheduleAction = useIntegrationScheduleAction(live)
  return (
    <>
      <IntegrationStateForm {...live} />
      <IntegrationScheduleForm {...live} />
      {scheduleAction && <ActionButton action={scheduleAction} />}
      {action && <ActionButton action={action} />}
    </>
  )
}

function StateButton({
  event,
  words = setupPageMessages[event],
  ...look
}: {
  event: IntegrationStateChange
  words?: string
  color?: 'error'
}) {
  const sending = useNavigation().formData?.get('intent') === event
  return (
    <Button type="submit" loading={sending} {...look}>
      {words}
    </Button>
  )
}

function StateForm({
  id,
  record,
  event,
  writeKey,
  children,
}: {
  id?: string
  record: AnyRecord
  event: IntegrationStateChange
  writeKey: string
  children?: React.ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Form id={id} hidden={!children} method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="intent" value={event} />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="stay" value="1" />
      <input type="hidden" name="writeKey" value={`${writeKey}-${event}`} />
      {children}
    </Form>
  )
}

/** Changes the state with a single button. `despite` names the steps with an unknown result. */
export const StateChangeForm = ({
  despite = [],
  words,
  ...form
}: {
  record: AnyRecord
  event: IntegrationStateChange
  writeKey: string
  despite?: readonly string[]
  words?: string
}) => (
  <StateForm {...form}>
    {despite.map((name) => (
      <input key={name} type="hidden" name="despite" value={name} />
    ))}
    <StateButton event={form.event} {...(words && { words })} />
  </StateForm>
)

export function IntegrationStateConfirmation({
  resource,
  record,
  history,
  refused,
  writeKey,
}: StateActionsProps) {
  const { pathname, search } = useLocation()
  const event = refused?.intent
  if (!refused || (event !== 'activate' && event !== 'disable')) return null
  if (refused.impact)
    return (
      <StateForm {...{ record, event }} writeKey={`${writeKey}-sure`}>
        <div className={styles.asking}>
          <ImpactConfirmation
            reach={refused.impact}
            words={setupPageMessages.stops(getLabel(resource, record), refused.impact.reaches)}
          />
          <div className={styles.actions}>
            <StateButton event={event} color="error" />
            <ButtonLink color="white" to={pathname + search} preventScrollReset>
              {panelMessages.remove.cancel}
            </ButtonLink>
          </div>
        </div>
      </StateForm>
    )
  const unknown =
    event === 'activate' && refused.failure?.code === 'unconfirmed'
      ? findUnknownStepsToConfirm(history)
      : []
  if (unknown.length === 0)
    return refused.failure ? <FailureText failure={refused.failure} /> : null
  return (
    <StateForm {...{ record, event }} writeKey={`${writeKey}-sure`}>
      <div className={`${styles.warning} ${styles.asking}`} role="alert">
        <p>{setupPageMessages.despite}</p>
        <ul>
          {unknown.map(({ name, title, sentence }) => (
            <li key={name}>
              {title}: {sentence}
              <input type="hidden" name="despite" value={name} />
            </li>
          ))}
        </ul>
        <p>{setupMessages.unknownRisk(unknown.length)}</p>
        <StateButton event={event} words={setupPageMessages.activateDespite} />
      </div>
    </StateForm>
  )
}
