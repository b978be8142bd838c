import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { is } from '#shared/engine/is.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { UnsavedTest } from '#shared/engine/integrations/integrationCalls.ts'
import { stepParam } from '../form/handleForm.ts'
import type { RejectedForm } from '../form/handleForm.ts'
import { FormField } from '../form/inputs/FormField.tsx'
import type { FormExtras } from '../form/RecordForm.tsx'
import { Button } from '../ui/Button.tsx'
import { setupMessages } from './messages.ts'
import { setupSteps } from './setupSteps.ts'
import { TestSteps } from './tests/TestSteps.tsx'
import * as panel from '../form/Panel.css.ts'
import * as styles from './integrations.css.ts'

type SetupFormOptions = {
  testInputs?: Fields | undefined
  /** Initial values of the test's inputs. */
  begin?: Record<string, unknown> | undefined
  refused: RejectedForm | undefined
  fieldAt: (field: string) => string
  /** Whether passing the test is enough to activate; SSO also needs a sign-in first. */
  canActivate: boolean
}

const stepLabels = {
  [setupSteps.typed]: setupMessages.testTyped,
  [setupSteps.test]: setupMessages.saveAndTest,
  [setupSteps.activate]: setupMessages.saveAndActivate,
} as const

/** Adds testing to a setup's form: test without saving, or save, test, and activate. */
export const createSetupTestExtras = (options: SetupFormOptions): FormExtras => ({
  extraFields: <SetupFormEnd {...options} />,
  labels: stepLabels,
  // A test that needs inputs starts in this form, the others beside it.
  hideUnchanged: Object.keys(options.testInputs ?? {}).length === 0,
  buttons: (form) => <StepButtons {...form} canActivate={options.canActivate} />,
})

/** Does the same for a panel, whose form has every field of the setup. */
export const createPanelTestExtras = (
  options: Omit<SetupFormOptions, 'fieldAt' | 'canActivate'>,
): FormExtras =>
  createSetupTestExtras({ ...options, fieldAt: (field) => `#field-${field}`, canActivate: true })

function SetupFormEnd({ testInputs = {}, begin = {}, refused, fieldAt }: SetupFormOptions) {
  const answer = refused?.intent === 'create' || refused?.intent === 'edit' ? refused : undefined
  const names = Object.keys(testInputs)
  return (
    <>
      {names.length > 0 && (
        <fieldset className={panel.section}>
          <legend className={panel.legend}>{setupMessages.testLegend}</legend>
          <div className={styles.start}>
            {Object.entries(testInputs).map(([name, field]) => (
              <FormField
                key={name}
                id={`field-${name}`}
                name={name}
                field={field}
                answer={answer}
                initialValue={begin[name]}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TypedResult result={answer?.result} fieldAt={fieldAt} />
    </>
  )
}

const typedTestMessages = {
  passed: setupMessages.typedPassed,
  failed: setupMessages.typedFailed,
  unknown: setupMessages.typedUnknown,
  running: setupMessages.typedUnknown,
} as const

/**
 * Shows the steps of a test of unsaved settings. Rendered empty before the first test, so that
 * screen readers announce the result.
 */
function TypedResult({
  result,
  fieldAt,
}: { result: object | undefined } & Pick<SetupFormOptions, 'fieldAt'>) {
  const test = is(result, UnsavedTest) ? result : undefined
  const section = useRef<HTMLElement>(null)
  // If a field is marked invalid, the focus moves there one frame later.
  useEffect(() => {
    if (result) section.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <section
      role="status"
      aria-label={setupMessages.typedResult}
      className={test ? styles.typed : undefined}
      data-typed-test={test?.outcome}
      ref={section}
    >
      {test && (
        <>
          <p className={styles.typedHead}>
            <strong>{setupMessages.typedResult}</strong> {typedTestMessages[test.outcome]}
          </p>
          <TestSteps steps={test.steps} isRunning={false} fieldAt={fieldAt} />
        </>
      )}
    </section>
  )
}

type StepButtonsProps = {
  saving: boolean
  dirty: boolean
  unchanged: boolean
  canActivate: boolean
}

function StepButtons({ saving, dirty, unchanged, canActivate }: StepButtonsProps) {
  const sent = useNavigation().formData?.get(stepParam)
  const steps = [
    setupSteps.typed,
    setupSteps.test,
    ...(canActivate ? [setupSteps.activate] : []),
  ] as const
  return steps.map((step, index) => (
    <Button
      key={step}
      type="submit"
      name={stepParam}
      value={step}
      data-step={step}
      data-unchanged={unchanged || undefined}
      {...(index < steps.length - 1
        ? { color: 'white' as const, 'data-quiet': true }
        : { 'data-calm': !dirty || undefined })}
      disabled={saving}
      loading={saving && sent === step}
    >
      {stepLabels[step]}
    </Button>
  ))
}
