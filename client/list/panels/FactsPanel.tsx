import { getColumns, getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { CommentsLink } from '../comments/CommentsLink.tsx'
import { getPanelHeading } from './definePanels.ts'
import type { PanelProps } from './definePanels.ts'
import { NeighborLinks, StoresLink } from './RecordPanel.tsx'
import * as styles from '#client/form/Panel.css.ts'

/**
 * Renders all there is to read about a record that can't be changed here, which is what its row
 * opens (screens.md, "Every list"). Its actions are those of the row.
 */
export function FactsPanel({ loaded: record, ...props }: PanelProps<AnyRecord>) {
  const { resource, view, look } = props
  const about = getPanelHeading(props, record)
  const names = [...getColumns(resource), ...Object.keys(resource.api.extraFields ?? {})]
  // An amount already names its unit or currency.
  const shownUnits = names.flatMap((name) =>
    (record[name] ?? null) === null ? [] : getField(resource, name)?.currencyField,
  )
  const tools = (
    <>
      {look.rowActions?.(record, view, resource)}
      <NeighborLinks {...props} record={record} />
      <StoresLink {...{ resource, view, record }} />
      <CommentsLink {...{ resource, view, record }} />
    </>
  )
  return (
    <Panel {...about} tools={tools}>
      {/* Long facts scroll, and keys must reach what scrolls. */}
      <div className={styles.body} role="region" aria-label={about.title} tabIndex={0}>
        <RecordFacts
          {...{ resource, record }}
          names={names.filter((name) => !shownUnits.includes(name))}
        />
      </div>
    </Panel>
  )
}
