import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import type { PageFailure } from '../failures.ts'
import { Link } from '../ui/Link.tsx'
import { Panel } from './Panel.tsx'
import { FailureText } from './PanelFailure.tsx'
import * as styles from './Panel.css.ts'

/** The panel of a record that could not be read: it does not exist (any more), or the platform did not answer. */
export function FailedPanel({
  one,
  failure,
  back,
}: {
  /** What the record is one of: "size". */
  one: string
  failure: PageFailure
  /** The address of the list without the panel. */
  back: string
}) {
  const isGone = failure.code === 'not_found'
  return (
    <Panel title={isGone ? panelMessages.noSuch(one) : messages.failures.title} close={back}>
      <div className={styles.body}>
        <FailureText failure={failure} />
        <p>
          <Link to={back} preventScrollReset>
            {panelMessages.remove.back}
          </Link>
        </p>
      </div>
    </Panel>
  )
}
