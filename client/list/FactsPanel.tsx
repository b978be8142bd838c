import { columnsOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Panel } from '../form/Panel.tsx'
import { RecordFacts } from '../form/RecordFacts.tsx'
import { aboutRecord } from './definePanels.ts'
import type { PanelProps } from './definePanels.ts'
import { Neighbours } from './RecordPanel.tsx'
import * as styles from '../form/Panel.css.ts'

/** All that there is to read of a record that nobody changes here: what its row opens (screens.md, "Every list"). */
export function FactsPanel({ loaded: record, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const about = aboutRecord(props, record)
  return (
    <Panel {...about} tools={<Neighbours {...props} record={record} />}>
      {/* Long ones scroll, and the keys must reach what scrolls. */}
      <div className={styles.body} role="region" aria-label={about.title} tabIndex={0}>
        <RecordFacts resource={resource} record={record} names={columnsOf(resource)} />
      </div>
    </Panel>
  )
}
