import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { findLastResult, getTestOutcome } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { stayParam } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { FormField } from '#client/form/inputs/FormField.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { IntegrationNextStep } from '../IntegrationNextStep.tsx'
import type { FollowUpStep } from '../IntegrationNextStep.tsx'
import { IntegrationHistory } from './IntegrationHistory.tsx'
import { TestSteps } from './TestSteps.tsx'
import { useLiveTest } from './useLiveTest.ts'
import { setupPageMessages } from '../setupPageMessages.ts'
import { Section } from '#client/ui/Section.tsx'
import * as styles from '../integrations.css.ts'

type TestSectionProps = {
  resource: Resource
  record: AnyRecord
  history: readonly TestHistoryEntry[]
  testInputs?: Fields | undefined
  begin?: Record<string, unknown> | undefined
  refused: RejectedForm | undefined
  writeKey: string
  /** Builds the URL of the field that fixes a step. */
  fieldAt: (field: string) => string
  /** The step after activation: assigning it to stores. */
  further?: FollowUpStep | null | undefined
  children?: ReactNode
}

const renderInset = (shown: ReactNode) => shown && <div className={styles.inset}>{shown}</div>

/**
 * Shows the last test, or a later check that failed, with its steps as they end, the form that
 * starts a test, and the history.
 */
export function TestSection({ history, children, ...props }: TestSectionProps) {
  const { resource, record } = props
  const canTest = useCan()(resource, 'write')
  const { pathname, search } = useLocation()
  const test = useLiveTest(resource, record, findLastResult(history))
  const hasInputs = Object.keys(props.testInputs ?? {}).length > 0
  const failure = props.refused?.intent === 'test' ? props.refused.failure : undefined
  const isOld = test !== undefined && test.version !== record['settingsVersion']
  return (
    <Section
      id="test"
      title={setupPageMessages.test}
      aside={
        <>
          {test?.outcome === 'running' && (
            <Link to={pathname + search} className={styles.refreshLink}>
              {setupPageMessages.refresh}
            </Link>
          )}
          {canTest && !hasInputs && <TestForm {...props} test={test} />}
        </>
      }
    >
      {renderInset(canTest && hasInputs && <TestForm {...props} test={test} />)}
      {renderInset(failure && <FailureText failure={failure} />)}
      {renderInset(
        isOld && test.outcome !== 'running' && (
          <p className={styles.warning}>{setupPageMessages.older(test.version)}</p>
        ),
      )}
      {renderInset(
        test?.what === 'check' && (
          <p className={styles.soft}>
            <Instant at={test.startedAt} format={setupPageMessages.found} />
          </p>
        ),
      )}
      {renderInset(test && isIncomplete(test) && <p className={styles.warning}>{test.sentence}</p>)}
      <div role="status" aria-busy={test?.outcome === 'running' || undefined}>
        {test ? (
          <TestSteps
            steps={test.steps}
            isRunning={test.outcome === 'running'}
            fieldAt={props.fieldAt}
          />
        ) : (
          <p className={`${styles.inset} ${styles.soft}`}>
            {setupPageMessages.never} {canTest && setupPageMessages.savedAlone}
          </p>
        )}
      </div>
      {/* The confirmation above the page already has this button. */}
      {canTest && props.refused?.failure?.code !== 'unconfirmed' && (
        <IntegrationNextStep
          record={record}
          writeKey={props.writeKey}
          test={test}
          further={props.further ?? null}
        />
      )}
      {renderInset(children)}
      <IntegrationHistory history={history.map((one) => (one.id === test?.id ? test : one))} />
    </Section>
  )
}

/** Returns whether the test was canceled or rejected before its steps ended. */
const isIncomplete = ({ what, outcome, steps }: TestHistoryEntry) =>
  what === 'test' && outcome === 'unknown' && getTestOutcome(steps) !== 'unknown'

function TestForm({
  record,
  testInputs = {},
  begin = {},
  refused,
  writeKey,
  test,
}: Omit<TestSectionProps, 'history'> & { test: TestHistoryEntry | undefined }) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'test'
  const answer = refused?.intent === 'test' ? refused : undefined
  // Saved settings that are not proven yet are tested first.
  const isNext = record['state'] === 'draft'
  return (
    <Form method="post" action={pathname + search} preventScrollReset noValidate>
      <input type="hidden" name="intent" value="test" />
      <input type="hidden" name={stayParam} value="1" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="writeKey" value={`${writeKey}-test`} />
      <div className={styles.start}>
        {Object.entries(testInputs).map(([name, field]) => (
          <FormField
            key={name}
            id={`test-${name}`}
            name={name}
            field={field}
            answer={answer}
            initialValue={begin[name]}
          />
        ))}
        <div className={styles.actions}>
          <Button
            type="submit"
            size="small"
            color={isNext ? 'primary' : 'white'}
            data-next={isNext || undefined}
            loading={sending || test?.outcome === 'running'}
          >
            {test ? setupPageMessages.again : setupPageMessages.run}
          </Button>
        </div>
      </div>
    </Form>
  )
}
