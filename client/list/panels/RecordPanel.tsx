import type { ReactNode } from 'react'
import {
  buildListUrl,
  createPanelUrls,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import { getLifecycleFieldNames } from '#shared/engine/lifecycle.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getParentValues } from '#shared/engine/nestResource.ts'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import { keepScrollAttribute, Link } from '#client/ui/Link.tsx'
import { CommentsLink } from '../comments/CommentsLink.tsx'
import type { PanelProps } from './definePanels.ts'
import type { ListProps } from '../listProps.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { Prefill } from '#client/form/prefill.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import type { FormExtras, CustomInputs } from '#client/form/RecordForm.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Renders the form that creates or edits a record over its list (screens.md, "Every form"). */
export function RecordPanel({
  children,
  own,
  under,
  prefill,
  further,
  ...props
}: PanelProps<AnyRecord | null> & {
  children?: ReactNode
  prefill?: Prefill
  own?: CustomInputs
  /** Content below a field's input, by field. */
  under?: Record<string, ReactNode>
  further?: FormExtras | undefined
}) {
  const { resource, view, data, refused, look, loaded: record } = props
  const close = buildListUrl(resource, withPanel(view, null))
  const { title, name } = resource
  const { sections } = resource.form
  const { notifications } = useActors()
  const can = useCan()
  // The status is changed in a panel of its own, which explains the consequences
  // (lifecyclePanel.tsx).
  const lifecycleFields = record ? getLifecycleFieldNames(resource) : []
  const fields = Object.fromEntries(
    Object.entries(resource.fields).filter(([one]) => !lifecycleFields.includes(one)),
  )
  // A draft for one store isn't offered in another.
  const parentKeys = record ? [] : Object.entries(getParentValues(resource)).flat()
  return (
    <Panel
      title={
        record ? getLabel(resource, record) : (look.invite?.label ?? messages.form.new(title.one))
      }
      {...(record && { kind: title.one })}
      close={close}
      size={getPanelSize(resource)}
      row={record?.id}
      saved={() => {
        // The message about the save waits until the panel is gone.
        const { link } = notifications.getSnapshot().context.prepared.at(-1) ?? {}
        return link?.resource === name ? link.id : undefined
      }}
      tools={record && <RecordTools {...props} record={record} />}
    >
      <RecordForm
        key={record?.id}
        fields={fields}
        sections={sections}
        record={record}
        prefill={prefill}
        refused={refused}
        writeKey={data.writeKey}
        draftName={[name, record?.id ?? 'new', ...parentKeys].join('.')}
        leave={close}
        another={!record && !further}
        canSchedule={
          record !== null && !further && hasSingleChanges(resource) && can(scheduledChanges, 'read')
        }
        further={further}
        {...(own && { own })}
        {...(under && { under })}
      >
        {children}
      </RecordForm>
    </Panel>
  )
}

/** Renders the form for a new record. Its URL may name initial values. */
export const NewRecordPanel = ({ loaded, ...props }: PanelProps<Prefill>) => (
  <RecordPanel {...props} loaded={null} prefill={loaded} />
)

/** Whether single changes of a resource can be planned, as its bulk changes can. */
const hasSingleChanges = ({ api: { noBulkReason, single } }: Resource) =>
  noBulkReason === undefined && !single

/** Returns a panel's size, by its number of fields. A record's history is as wide as its form. */
export function getPanelSize({ fields }: Resource): 'small' | 'medium' | 'large' {
  const count = Object.keys(fields).length
  return count < 5 ? 'small' : count < 13 ? 'medium' : 'large'
}

/**
 * Renders the tools in the head of a record's panel: its neighbors in the list, and its history.
 */
export function RecordTools(props: ListProps & { record: AnyRecord }) {
  const { resource, view, record, look } = props
  const isHistory = view.panel?.kind === 'history'
  return (
    <>
      {resource.api.lifecycle && look.rowActions?.(record, view, resource)}
      <NeighborLinks {...props} />
      {!isHistory && getOfferedPanels(resource).includes('merge') && (
        <Link
          to={createPanelUrls(resource, view)('merge', record.id)}
          className={styles.tool}
          preventScrollReset
        >
          {panelMessages.merge.link}
        </Link>
      )}
      {!isHistory && <StoresLink {...{ resource, view, record }} />}
      <CommentsLink {...{ resource, view, record }} />
      <Link
        to={createPanelUrls(resource, view)(isHistory ? 'edit' : 'history', record.id)}
        className={styles.tool}
        preventScrollReset
      >
        {isHistory ? formMessages.backToForm : formMessages.history}
      </Link>
    </>
  )
}

/**
 * Renders a link to a record's stores, for everyone who sees the record; nothing if its resource
 * names no stores.
 */
export function StoresLink({ resource, view, record }: StoresLinkProps) {
  if (!getOfferedPanels(resource).includes('stores')) return null
  const to = createPanelUrls(resource, view)('stores', record.id)
  return (
    <Link to={to} className={styles.tool} preventScrollReset>
      {formMessages.stores}
    </Link>
  )
}

type StoresLinkProps = Pick<ListProps, 'resource' | 'view'> & { record: AnyRecord }

const neighborSteps = [
  { by: -1, edge: 'last', turn: 'previous', say: formMessages.previous, arrow: glyph.previous },
  { by: 1, edge: 'first', turn: 'next', say: formMessages.next, arrow: glyph.next },
] as const

/**
 * Renders links to the records before and after this one in the list; beyond the edge of its page,
 * to the first one of the next page.
 */
export function NeighborLinks({ resource, view, data, record }: ListProps & { record: AnyRecord }) {
  const { records, page } = data
  const index = records.findIndex(({ id }) => id === record.id)
  if (index < 0) return null
  const kind = view.panel?.kind ?? 'edit'
  return neighborSteps.map(({ by, edge, turn, say: formatLabel, arrow }) => {
    const one = records[index + by]
    const after = one ? null : page[turn]
    const id = one?.id ?? (after && edge)
    const to = createPanelUrls(resource, after ? withQuery(view, { after }) : view)
    const { none, onPage } = formMessages
    const label = formatLabel(one ? getLabel(resource, one) : id ? onPage[turn] : none)
    return (
      <a
        key={turn}
        // At the last record it leads nowhere, and keeps the focus.
        {...(id
          ? { href: to(kind, id), ...keepScrollAttribute }
          : { role: 'link', 'aria-disabled': true, tabIndex: 0 })}
        className={`${styles.tool} ${arrow}`}
        title={label}
        aria-label={label}
      />
    )
  })
}
