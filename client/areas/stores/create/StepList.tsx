import { createStoreMessages } from './messages.ts'
import { createStoreSteps } from './wizardSteps.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './CreateStoreWizard.css.ts'

type Props = {
  at: number
  reached: number
  bad: readonly string[]
}

/**
 * Lists all steps: beside the form if there is room, otherwise collapsed behind a line with the
 * current step.
 */
export function StepList(props: Props) {
  const { at } = props
  return (
    <>
      <nav aria-label={createStoreMessages.steps} className={styles.sidebar}>
        <StepItems {...props} />
      </nav>
      {/* Going to another step collapses the list again. */}
      <details key={at} className={styles.compact}>
        <summary className={styles.summary}>
          {createStoreMessages.stepOf(
            at + 1,
            createStoreSteps.length,
            createStoreSteps[at]?.title ?? '',
          )}
        </summary>
        <StepItems {...props} />
      </details>
    </>
  )
}

const StepItems = ({ at, reached, bad }: Props) => (
  <ol className={styles.steps}>
    {createStoreSteps.map(({ name, title }, index) => {
      const state = getStepState(index, { at, reached, bad }, name)
      const shown = (
        <>
          <span className={styles.mark[state]} aria-hidden="true">
            {stepMarks[state] ?? index + 1}
          </span>
          <span>
            {title}
            {state === 'bad' && (
              <>
                {' '}
                <span className={styles.invalidLabel}>{createStoreMessages.wrong}</span>
              </>
            )}
            {state === 'done' && (
              <span className={visuallyHidden}>, {createStoreMessages.done}</span>
            )}
            {state === 'ahead' && (
              <span className={visuallyHidden}>, {createStoreMessages.ahead}</span>
            )}
          </span>
        </>
      )
      return (
        <li key={name} aria-current={state === 'current' ? 'step' : undefined}>
          {index < reached && index !== at ? (
            <button type="submit" name="intent" value={`goto:${name}`} className={styles.openStep}>
              {shown}
            </button>
          ) : (
            <span className={state === 'current' ? styles.current : styles.closedStep}>
              {shown}
            </span>
          )}
        </li>
      )
    })}
  </ol>
)

type StepState = keyof typeof styles.mark

const stepMarks: Partial<Record<StepState, string>> = { done: '✓', bad: '!' }

function getStepState(index: number, { at, reached, bad }: Props, name: string): StepState {
  if (index === at) return 'current'
  if (bad.includes(name)) return 'bad'
  return index < reached ? 'done' : 'ahead'
}
