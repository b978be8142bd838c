import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { lastLook, outcomeOf } from '#shared/engine/integrations/tests.ts'
import type { HistoryEntry } from '#shared/engine/integrations/tests.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { stayParam } from '#client/form/answerForm.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { NextStep } from '../NextStep.tsx'
import type { FurtherStep } from '../NextStep.tsx'
import { TestHistory } from './TestHistory.tsx'
import { TestSteps } from './TestSteps.tsx'
import { useLiveTest } from './useLiveTest.ts'
import { integrationWords as say } from '../words.ts'
import { Section } from '#client/ui/Section.tsx'
import * as styles from '../integrations.css.ts'

export type TestProps = {
  resource: Resource
  record: AnyRecord
  history: readonly HistoryEntry[]
  asks?: Fields | undefined
  begin?: Record<string, unknown> | undefined
  refused: Refused | undefined
  writeKey: string
  /** Where the field is that fixes a step. */
  fieldAt: (field: string) => string
  /** What comes once it is active: a way to give it to stores. */
  further?: FurtherStep | null | undefined
  children?: ReactNode
}

const inset = (shown: ReactNode) => shown && <div className={styles.inset}>{shown}</div>

/** The last test, or the check since that failed, with its steps as they end, what starts one, and all that happened before. */
export function TestSection({ history, children, ...props }: TestProps) {
  const { resource, record } = props
  const mayTest = useMay()(resource, 'write')
  const { pathname, search } = useLocation()
  const test = useLiveTest(resource, record, lastLook(history))
  const asksFor = Object.keys(props.asks ?? {}).length > 0
  const refusal = props.refused?.intent === 'test' ? props.refused.failure : undefined
  const isOld = test !== undefined && test.version !== record['settingsVersion']
  return (
    <Section
      id="test"
      title={say.test}
      aside={
        <>
          {test?.outcome === 'running' && (
            <Link to={pathname + search} className={styles.asked}>
              {say.refresh}
            </Link>
          )}
          {mayTest && !asksFor && <TestForm {...props} test={test} />}
        </>
      }
    >
      {inset(mayTest && asksFor && <TestForm {...props} test={test} />)}
      {inset(refusal && <FailureText failure={refusal} />)}
      {inset(
        isOld && test.outcome !== 'running' && (
          <p className={styles.warning}>{say.older(test.version)}</p>
        ),
      )}
      {inset(
        test?.what === 'check' && (
          <p className={styles.soft}>
            <Instant at={test.startedAt} say={say.found} />
          </p>
        ),
      )}
      {inset(test && isLeft(test) && <p className={styles.warning}>{test.sentence}</p>)}
      <div role="status" aria-busy={test?.outcome === 'running' || undefined}>
        {test ? (
          <TestSteps
            steps={test.steps}
            isRunning={test.outcome === 'running'}
            fieldAt={props.fieldAt}
          />
        ) : (
          <p className={`${styles.inset} ${styles.soft}`}>
            {say.never} {mayTest && say.savedAlone}
          </p>
        )}
      </div>
      {/* The question above the page has this button already. */}
      {mayTest && props.refused?.failure?.code !== 'unconfirmed' && (
        <NextStep
          record={record}
          writeKey={props.writeKey}
          test={test}
          further={props.further ?? null}
        />
      )}
      {inset(children)}
      <TestHistory history={history.map((one) => (one.id === test?.id ? test : one))} />
    </Section>
  )
}

/** It ended before its steps did: cancelled, or refused. */
const isLeft = ({ what, outcome, steps }: HistoryEntry) =>
  what === 'test' && outcome === 'unknown' && outcomeOf(steps) !== 'unknown'

function TestForm({
  record,
  asks = {},
  begin = {},
  refused,
  writeKey,
  test,
}: Omit<TestProps, 'history'> & { test: HistoryEntry | undefined }) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'test'
  const answer = refused?.intent === 'test' ? refused : undefined
  // What is saved and not proven is tested before all else.
  const isNext = record['state'] === 'draft'
  return (
    <Form method="post" action={pathname + search} preventScrollReset noValidate>
      <input type="hidden" name="intent" value="test" />
      <input type="hidden" name={stayParam} value="1" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="writeKey" value={`${writeKey}-test`} />
      <div className={styles.start}>
        {Object.entries(asks).map(([name, field]) => (
          <AskedInput
            key={name}
            id={`test-${name}`}
            name={name}
            field={field}
            answer={answer}
            begins={begin[name]}
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
            {test ? say.again : say.run}
          </Button>
        </div>
      </div>
    </Form>
  )
}
