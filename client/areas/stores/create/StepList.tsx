import { createStoreMessages } from './words.ts'
import { createStoreSteps } from './steps.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './Wizard.css.ts'

type Props = {
  at: number
  reached: number
  bad: readonly string[]
}

const say = createStoreMessages

/** All steps: beside the form where there is room, else behind one line that says which step this is. */
export function StepList(props: Props) {
  const { at } = props
  return (
    <>
      <nav aria-label={say.steps} className={styles.beside}>
        <Steps {...props} />
      </nav>
      {/* A step that opens shuts the list again. */}
      <details key={at} className={styles.compact}>
        <summary className={styles.summary}>
          {say.stepOf(at + 1, createStoreSteps.length, createStoreSteps[at]?.title ?? '')}
        </summary>
        <Steps {...props} />
      </details>
    </>
  )
}

const Steps = ({ at, reached, bad }: Props) => (
  <ol className={styles.steps}>
    {createStoreSteps.map(({ name, title }, place) => {
      const state = stateOf(place, { at, reached, bad }, name)
      const shown = (
        <>
          <span className={styles.mark[state]} aria-hidden="true">
            {marks[state] ?? place + 1}
          </span>
          <span>
            {title}
            {state === 'bad' && (
              <>
                {' '}
                <span className={styles.badWord}>{say.wrong}</span>
              </>
            )}
            {state === 'done' && <span className={visuallyHidden}>, {say.done}</span>}
            {state === 'ahead' && <span className={visuallyHidden}>, {say.ahead}</span>}
          </span>
        </>
      )
      return (
        <li key={name} aria-current={state === 'current' ? 'step' : undefined}>
          {place < reached && place !== at ? (
            <button type="submit" name="intent" value={`goto:${name}`} className={styles.open}>
              {shown}
            </button>
          ) : (
            <span className={state === 'current' ? styles.current : styles.shut}>{shown}</span>
          )}
        </li>
      )
    })}
  </ol>
)

type State = keyof typeof styles.mark

const marks: Partial<Record<State, string>> = { done: '✓', bad: '!' }

function stateOf(place: number, { at, reached, bad }: Props, name: string): State {
  if (place === at) return 'current'
  if (bad.includes(name)) return 'bad'
  return place < reached ? 'done' : 'ahead'
}
