import type { ReactNode } from 'react'
import { useActionData, useLoaderData, useLocation, useParams } from 'react-router'
import { listAddress, parseListView, withPanel, withQuery } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resourceAt } from '#shared/engine/scope.ts'
import { failureSentence } from '../failureSentence.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'
import type { Refused } from '../form/answerForm.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { FailedPanel } from '../form/FailedPanel.tsx'
import type { ListData } from './listLoader.ts'
import type { ListLook, ListProps } from './listProps.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { Pager } from './Pager.tsx'
import { PastePanel } from './PastePanel.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import { RecordTable } from './RecordTable.tsx'
import { ReorderTable } from './ReorderTable.tsx'
import { useListKeys } from './useListKeys.ts'
import * as toolbar from './ListToolbar.css.ts'
import * as styles from './ResourceList.css.ts'

type Props = ListLook & {
  resource: Resource
  /** What it shows, where the list is one part of its page. */
  loaded?: ListData
  /** Panels of this screen alone, by the name that opens them, with the words of the button that does, if there is one. */
  more?: Record<string, { button?: string; render: (props: ListProps) => ReactNode }>
}

/** The list of a resource with its panels: what most screens of the console are (screens.md, "Every list"). */
export function ResourceList({ resource: defined, loaded, more = {}, ...look }: Props) {
  const whole = useLoaderData<ListData>()
  const data = loaded ?? whole
  // An address that names no record has no page: its loader said so.
  const resource = resourceAt(defined, useParams()) ?? defined
  const refused = useActionData<Refused>()
  const { search } = useLocation()
  const view = parseListView(resource, new URLSearchParams(search), Object.keys(more))
  const props = { resource, view, data, refused, look }
  const buttons = Object.entries(more).flatMap(([kind, { button }]) =>
    button ? [{ kind, button }] : [],
  )
  const panel = panelOf(props, more)
  const createAt = resource.writes.includes('create')
    ? (look.createAt ?? listAddress(resource, withPanel(view, 'create')))
    : null
  useListKeys(createAt)
  return (
    <div className={styles.layout} data-panel={panel ? true : undefined}>
      <div className={styles.main}>
        {view.panel?.kind === 'reorder' ? (
          <ReorderTable {...props} />
        ) : (
          <>
            {/* A form of a panel that is not open, or not offered. */}
            {refused?.failure && !panel && (
              <p className={toolbar.unread} role="alert">
                {failureSentence(refused.failure)}
              </p>
            )}
            <ListToolbar {...props} createAt={createAt} buttons={buttons} />
            {data.records.length > 0 ? (
              <RecordTable {...props} />
            ) : (
              <Nothing {...props} createAt={createAt} />
            )}
            <Pager {...props} />
          </>
        )}
      </div>
      {panel}
    </div>
  )
}

function panelOf(props: ListProps, more: NonNullable<Props['more']>): ReactNode {
  const { resource, view, data } = props
  if (!view.panel) return null
  const { kind, id } = view.panel
  if (data.panel && 'failure' in data.panel)
    return (
      <FailedPanel
        one={resource.title.one}
        failure={data.panel.failure}
        back={listAddress(resource, withPanel(view, null))}
      />
    )
  if (kind === 'create') return <RecordPanel key="create" {...props} record={null} />
  if (kind === 'paste') return <PastePanel {...props} />
  if (kind === 'edit' && data.panel)
    return <RecordPanel key={`edit-${id}`} {...props} record={data.panel.record} />
  if (kind === 'delete' && data.panel)
    return <DeletePanel {...props} record={data.panel.record} uses={data.panel.uses} />
  return more[kind]?.render(props) ?? null
}

/** No rows: either nothing matches, or there is nothing yet. */
function Nothing({ resource, view, createAt }: ListProps & { createAt: string | null }) {
  const { search, filters, after } = view.query
  if (search || filters.length > 0 || after)
    return (
      <StateMessage
        title={messages.list.noMatch}
        actions={
          <ButtonLink
            color="white"
            to={listAddress(resource, withQuery(view, { search: '', filters: [] }))}
          >
            {messages.list.clearFilters}
          </ButtonLink>
        }
      />
    )
  return (
    <StateMessage
      title={messages.list.empty(resource.title.many)}
      actions={
        createAt && (
          <ButtonLink to={createAt}>{messages.form.create(resource.title.one)}</ButtonLink>
        )
      }
    >
      {resource.about}
    </StateMessage>
  )
}
