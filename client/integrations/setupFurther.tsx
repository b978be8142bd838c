import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { is } from '#shared/engine/is.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { TypedTest } from '#shared/engine/integrations/integrationCalls.ts'
import { stepParam } from '../form/answerForm.ts'
import type { Refused } from '../form/answerForm.ts'
import { AskedInput } from '../form/inputs/AskedInput.tsx'
import type { Further } from '../form/RecordForm.tsx'
import { Button } from '../ui/Button.tsx'
import { setupMessages } from './messages.ts'
import { setupSteps } from './setupSteps.ts'
import { TestSteps } from './tests/TestSteps.tsx'
import * as panel from '../form/Panel.css.ts'
import * as styles from './integrations.css.ts'

type Options = {
  asks?: Fields | undefined
  /** What the fields of `asks` begin with. */
  begin?: Record<string, unknown> | undefined
  refused: Refused | undefined
  fieldAt: (field: string) => string
  /** Whether a test alone can prove enough to activate; SSO needs a sign-in first. */
  canActivate: boolean
}

/** What a setup's form does in addition to saving: it tests what is typed, or saves, tests, and activates. */
export const setupFurther = (options: Options): Further => ({
  asks: <FormEnd {...options} />,
  buttons: (form) => <StepButtons {...form} canActivate={options.canActivate} />,
})

/** The same in a panel, whose form has every field of the setup. */
export const panelFurther = (options: Omit<Options, 'fieldAt' | 'canActivate'>): Further =>
  setupFurther({ ...options, fieldAt: (field) => `#field-${field}`, canActivate: true })

function FormEnd({ asks = {}, begin = {}, refused, fieldAt }: Options) {
  const answer = refused?.intent === 'create' || refused?.intent === 'edit' ? refused : undefined
  const names = Object.keys(asks)
  return (
    <>
      {names.length > 0 && (
        <fieldset className={panel.section}>
          <legend className={panel.legend}>{setupMessages.testAsks}</legend>
          <div className={styles.start}>
            {Object.entries(asks).map(([name, field]) => (
              <AskedInput
                key={name}
                id={`field-${name}`}
                name={name}
                field={field}
                answer={answer}
                begins={begin[name]}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TypedResult told={answer?.told} fieldAt={fieldAt} />
    </>
  )
}

const sentences = {
  passed: setupMessages.typedPassed,
  failed: setupMessages.typedFailed,
  unknown: setupMessages.typedUnknown,
  running: setupMessages.typedUnknown,
} as const

/** The steps of a test of what is typed; empty until there was one, so that a screen reader hears it come. */
function TypedResult({ told, fieldAt }: { told: object | undefined } & Pick<Options, 'fieldAt'>) {
  const test = is(told, TypedTest) ? told : undefined
  const section = useRef<HTMLElement>(null)
  // Where a field is marked wrong the focus goes there a frame later.
  useEffect(() => {
    if (told) section.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
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
            <strong>{setupMessages.typedResult}</strong> {sentences[test.outcome]}
          </p>
          <TestSteps steps={test.steps} isRunning={false} fieldAt={fieldAt} />
        </>
      )}
    </section>
  )
}

type ButtonsProps = { saving: boolean; dirty: boolean; canActivate: boolean }

function StepButtons({ saving, dirty, canActivate }: ButtonsProps) {
  const sent = useNavigation().formData?.get(stepParam)
  const steps = [
    [setupSteps.typed, setupMessages.testTyped],
    [setupSteps.test, setupMessages.saveAndTest],
    ...(canActivate ? [[setupSteps.activate, setupMessages.saveAndActivate] as const] : []),
  ] as const
  return steps.map(([step, label], at) => (
    <Button
      key={step}
      type="submit"
      name={stepParam}
      value={step}
      data-step={step}
      {...(at < steps.length - 1
        ? { color: 'white' as const, 'data-quiet': true }
        : { 'data-calm': !dirty || undefined })}
      disabled={saving}
      loading={saving && sent === step}
    >
      {label}
    </Button>
  ))
}
