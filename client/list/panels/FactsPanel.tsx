import { getColumns, getField } from '#shared/engine/resource.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
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
  const can = useCan()
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
          getUrl={(field, name) => buildReferenceUrl(field, record, name, can)}
        />
      </div>
    </Panel>
  )
}

/**
 * Builds the URL of a referenced record without a page of its own, if the user can open it: in the
 * list where it's created or read.
 */
export function buildReferenceUrl(
  field: Field,
  record: AnyRecord,
  name: string,
  can: (guarded: GuardedItem, action?: 'write') => boolean,
): string | undefined {
  const { [name]: id, labels } = record
  const target = getReferenceTarget(field)
  if (field.kind !== 'reference' || !target || typeof id !== 'number' || !labels?.[name])
    return undefined
  if (target.reading && can(target.reading)) return `${target.reading.address}=${id}`
  if (!target.creation || !can(target.creation)) return undefined
  const { address } = target.creation
  const panel = can(target.creation, 'write') ? 'edit' : 'record'
  return address.endsWith('/create')
    ? address.replace(/create$/, String(id))
    : address.replace(/create$/, `${panel}=${id}`)
}
