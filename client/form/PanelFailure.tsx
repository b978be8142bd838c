import { messages } from '#shared/messages.ts'
import type { PageFailure } from '../runtime/failures.ts'
import { formatPageFailure } from '../runtime/formatError.ts'
import * as styles from './Panel.css.ts'

export function PanelFailure({ failure }: { failure: PageFailure }) {
  return (
    <div className={styles.body}>
      <FailureText failure={failure} />
    </div>
  )
}

/** Renders only the failure's text, for a form that retains the typed values. */
export function FailureText({ failure }: { failure: PageFailure }) {
  return (
    <div className={styles.refusal} role="alert">
      <p>{formatPageFailure(failure)}</p>
      {failure.requestId && <p>{messages.failures.requestId(failure.requestId)}</p>}
    </div>
  )
}
