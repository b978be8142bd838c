import { Form, useLocation, useNavigation } from 'react-router'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { standingAfter, standingIn } from '#shared/engine/integrations/life.ts'
import { integrationStates } from '#shared/engine/integrations/states.ts'
import type { StateChange } from '#shared/engine/integrations/integrationCalls.ts'
import { lastLook, stepsToConfirm, unknownSteps } from '#shared/engine/integrations/tests.ts'
import type { HistoryEntry } from '#shared/engine/integrations/tests.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { useMay } from '../runtime/ConsoleContext.tsx'
import type { Refused } from '../form/answerForm.ts'
import { FailureText } from '../form/PanelFailure.tsx'
import { ReachQuestion } from '../form/ReachQuestion.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { integrationWords as say } from './words.ts'
import * as styles from './integrations.css.ts'

export type StateProps = {
  resource: Resource
  record: AnyRecord
  history: readonly HistoryEntry[]
  refused: Refused | undefined
  writeKey: string
}

/** Whether activating is the next step, with nothing to ask about: the last test is of these settings, and passed whole. */
const isActivationNext = (record: AnyRecord, history: readonly HistoryEntry[]): boolean => {
  const test = lastLook(history)
  return (
    test?.outcome === 'passed' &&
    test.version === record['settingsVersion'] &&
    unknownSteps(test.steps).length === 0 &&
    standingAfter(standingIn(record), 'activate') !== null
  )
}

const stages = ['not_configured', 'draft', 'verified', 'active'] as const

/** The way to active, and where on it the integration is; what is active, or was, needs no map to there. */
export function LifeLine({ state }: { state: string }) {
  if (state === 'active' || !stages.some((stage) => stage === state)) return null
  return (
    <ol className={styles.life} aria-label={say.life}>
      {stages.map((stage) => (
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

/** What was at work and fails: why, and where that is mended. */
export const Degraded = ({ problem, mend }: { problem: string; mend: string }) => (
  <div className={styles.degraded}>
    <p>
      <strong>{say.degraded}</strong> {problem}
    </p>
    <ButtonLink to={mend} color="white" size="small" preventScrollReset>
      {mend === '#test' ? say.toTest : say.mend}
    </ButtonLink>
  </div>
)

/** Activates or disables; what that must be asked about is asked by `StateQuestion`. */
export function StateActions({ resource, record, history, writeKey }: StateProps) {
  const may = useMay()(resource, 'write')
  const { state } = record
  const isOn = state === 'active' || state === 'degraded'
  // The step after the test has the same button.
  if (!may || isActivationNext(record, history)) return null
  const event = isOn ? 'disable' : 'activate'
  const isAllowed = state !== undefined && standingAfter(standingIn(record), event) !== null
  return (
    <TurnForm {...{ record, event, writeKey }}>
      <Turn event={event} color={isOn || !isAllowed ? 'white' : 'primary'} disabled={!isAllowed} />
    </TurnForm>
  )
}

function Turn({
  event,
  words = say[event],
  ...look
}: {
  event: StateChange
  words?: string
  color?: 'white' | 'primary' | 'error'
  disabled?: boolean
}) {
  const sending = useNavigation().formData?.get('intent') === event
  return (
    <Button
      type="submit"
      loading={sending}
      {...look}
      title={look.disabled && event === 'activate' ? say.prove : undefined}
    >
      {words}
    </Button>
  )
}

function TurnForm({
  record,
  event,
  writeKey,
  children,
}: {
  record: AnyRecord
  event: StateChange
  writeKey: string
  children: React.ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="intent" value={event} />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="stay" value="1" />
      <input type="hidden" name="writeKey" value={`${writeKey}-${event}`} />
      {children}
    </Form>
  )
}

/** A single button that changes the state; `despite` names the steps whose outcome is unknown. */
export const StepForm = ({
  despite = [],
  words,
  ...form
}: {
  record: AnyRecord
  event: StateChange
  writeKey: string
  despite?: readonly string[]
  words?: string
}) => (
  <TurnForm {...form}>
    {despite.map((name) => (
      <input key={name} type="hidden" name="despite" value={name} />
    ))}
    <Turn event={form.event} {...(words && { words })} />
  </TurnForm>
)

export function StateQuestion({ resource, record, history, refused, writeKey }: StateProps) {
  const { pathname, search } = useLocation()
  const event = refused?.intent
  if (!refused || (event !== 'activate' && event !== 'disable')) return null
  if (refused.reach)
    return (
      <TurnForm {...{ record, event }} writeKey={`${writeKey}-sure`}>
        <div className={styles.asking}>
          <ReachQuestion
            reach={refused.reach}
            words={say.stops(labelOf(resource, record), refused.reach.reaches)}
          />
          <div className={styles.actions}>
            <Turn event={event} color="error" />
            <ButtonLink color="white" to={pathname + search} preventScrollReset>
              {panelMessages.remove.cancel}
            </ButtonLink>
          </div>
        </div>
      </TurnForm>
    )
  const unknown =
    event === 'activate' && refused.failure?.code === 'unconfirmed' ? stepsToConfirm(history) : []
  if (unknown.length === 0)
    return refused.failure ? <FailureText failure={refused.failure} /> : null
  return (
    <TurnForm {...{ record, event }} writeKey={`${writeKey}-sure`}>
      <div className={`${styles.warning} ${styles.asking}`} role="alert">
        <p>{say.despite}</p>
        <ul>
          {unknown.map(({ name, title, sentence }) => (
            <li key={name}>
              {title}: {sentence}
              <input type="hidden" name="despite" value={name} />
            </li>
          ))}
        </ul>
        <Turn event={event} words={say.activateDespite} />
      </div>
    </TurnForm>
  )
}
