import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

/**
 * Renders what opens if a panel couldn't be loaded: its record doesn't exist (anymore), or the
 * platform didn't respond.
 */
export function FailedPanel({ resource, view, data: { panel } }: PanelProps) {
  if (!panel || !('failure' in panel)) return null
  const { failure } = panel
  const back = buildListUrl(resource, withPanel(view, null))
  const isGone = failure.code === 'not_found'
  const title = isGone ? panelMessages.noSuch(failure.what ?? '') : messages.failures.title
  return (
    <Panel title={title} close={back}>
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
