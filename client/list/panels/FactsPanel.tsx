import { getColumns } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
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
  const may = useCan()
  const tools = (
    <>
      {look.rowActions?.(record, view, resource)}
      <NeighborLinks {...props} record={record} />
      <StoresLink {...{ resource, view, record }} />
    </>
  )
  return (
    <Panel {...about} tools={tools}>
      {/* Long facts scroll, and keys must reach what scrolls. */}
      <div className={styles.body} role="region" aria-label={about.title} tabIndex={0}>
        <RecordFacts
          {...{ resource, record }}
          names={[...getColumns(resource), ...Object.keys(resource.extraFields ?? {})]}
          getUrl={(field, name) => buildReferenceUrl(field, record, name, may)}
        />
      </div>
    </Panel>
  )
}

const storesGuard: GuardedItem = { permission: 'storesRead' }

/**
 * Builds the URL of a referenced record, if the user can open it: a page of its own, the list where
 * it's created or read, or, for members, the store's list.
 */
function buildReferenceUrl(
  { kind, target: to }: Field,
  record: AnyRecord,
  name: string,
  may: (guarded: GuardedItem, action?: 'write') => boolean,
): string | undefined {
  const { [name]: id, labels } = record
  if (kind !== 'reference' || !to || typeof id !== 'number' || !labels?.[name]) return undefined
  if (to.name === 'members') {
    const { storeId } = record
    const search = new URLSearchParams({ tab: 'members', search: labels[name] })
    return typeof storeId === 'number' && may(storesGuard)
      ? `/stores/${storeId}?${search.toString()}`
      : undefined
  }
  if (to.reading && may(to.reading)) return `${to.reading.address}=${id}`
  if (!to.creation || !may(to.creation)) return undefined
  const { address } = to.creation
  const panel = may(to.creation, 'write') ? 'edit' : 'record'
  return address.endsWith('/create')
    ? address.replace(/create$/, String(id))
    : address.replace(/create$/, `${panel}=${id}`)
}
