import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { Link } from '#client/ui/Link.tsx'
import { integrationWords as say } from '../words.ts'
import * as styles from '../integrations.css.ts'

type Props = {
  steps: readonly TestStep[]
  isRunning: boolean
  /** Where the field is that fixes a step. */
  fieldAt: (field: string) => string
}

/** The steps of a test in order: each result, and where to fix a failed one. */
export const TestSteps = ({ steps, isRunning, fieldAt }: Props) => (
  <ol className={styles.steps}>
    {steps.map((step, at) => (
      <Step
        key={step.name}
        step={step}
        isStopped={
          (step.outcome === null && !isRunning) ||
          steps.slice(0, at).some(({ outcome }) => outcome === 'failed')
        }
        fieldAt={fieldAt}
      />
    ))}
  </ol>
)

const timeOf = ({ outcome, ms }: TestStep): string => {
  if (outcome === 'unknown') return say.unknown
  if (outcome === 'skipped') return say.skipped
  return ms === null ? '' : say.milliseconds(ms)
}

type StepProps = Pick<Props, 'fieldAt'> & {
  step: TestStep
  /** One before it failed, or the test ended before it. */
  isStopped: boolean
}

function Step({ step, isStopped, fieldAt }: StepProps) {
  const { title, outcome, sentence, warning, field } = step
  const isBad = outcome === 'failed'
  const come = outcome ?? (isStopped ? 'skipped' : 'running')
  return (
    <li className={styles.step} data-outcome={come}>
      <span
        className={styles.marks[warning && outcome === 'passed' ? 'warning' : come]}
        aria-hidden="true"
      />
      <span>{title}</span>
      <span className={styles.time}>
        {isStopped ? say.notTried : outcome ? timeOf(step) || outcome : say.running}
      </span>
      {sentence && !isStopped && (
        <div
          className={`${styles.stepMore} ${isBad ? styles.bad : warning ? styles.warning : styles.soft}`}
        >
          <p>{sentence}</p>
          {isBad && field && <Link to={fieldAt(field)}>{say.mend}</Link>}
        </div>
      )}
    </li>
  )
}
