import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { Link } from '#client/ui/Link.tsx'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { setupPageMessages } from '../setupPageMessages.ts'
import * as styles from '../integrations.css.ts'

type Props = {
  steps: readonly TestStep[]
  isRunning: boolean
  /** Builds the URL of the field that fixes a step. */
  fieldAt: (field: string) => string
}

/** The steps of a test in order: each result, and where to fix a failed one. */
export const TestSteps = ({ steps, isRunning, fieldAt }: Props) => (
  <ol className={styles.steps}>
    {steps.map((step, index) => (
      <TestStepItem
        key={step.name}
        step={step}
        isStopped={
          (step.outcome === null && !isRunning) ||
          steps.slice(0, index).some(({ outcome }) => outcome === 'failed')
        }
        fieldAt={fieldAt}
      />
    ))}
  </ol>
)

/** Formats a step's outcome, with its time if it ran: "failed, 127 ms". */
function formatStepResult({ outcome, ms }: TestStep): string {
  if (outcome === null) return setupPageMessages.running
  const isTimed = ms !== null && (outcome === 'passed' || outcome === 'failed')
  return isTimed ? setupPageMessages.timedResults[outcome](ms) : setupPageMessages.results[outcome]
}

type TestStepProps = Pick<Props, 'fieldAt'> & {
  step: TestStep
  /** An earlier step failed, or the test ended before this one. */
  isStopped: boolean
}

function TestStepItem({ step, isStopped, fieldAt }: TestStepProps) {
  const { title, outcome, sentence, warning, field } = step
  const isBad = outcome === 'failed'
  const shownOutcome = outcome ?? (isStopped ? 'skipped' : 'running')
  return (
    <li className={styles.step} data-outcome={shownOutcome}>
      <span
        className={styles.marks[warning && outcome === 'passed' ? 'warning' : shownOutcome]}
        aria-hidden="true"
      />
      <span>
        {title}
        <span className={visuallyHidden}>: </span>
      </span>
      <span className={styles.time}>
        {isStopped ? setupPageMessages.results.skipped : formatStepResult(step)}
      </span>
      {sentence && !isStopped && (
        <div
          className={`${styles.stepMore} ${isBad ? styles.bad : warning ? styles.warning : styles.soft}`}
        >
          <p>{sentence}</p>
          {isBad && field && <Link to={fieldAt(field)}>{setupPageMessages.goToField}</Link>}
        </div>
      )}
    </li>
  )
}
