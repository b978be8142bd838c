import { useEffect, useEffectEvent, useState } from 'react'
import { useLoaderData, useLocation, useNavigate, useParams } from 'react-router'
import { withPrefill } from '#shared/engine/list/prefillParam.ts'
import { countExcessIds } from '#shared/engine/list/selectedIds.ts'
import {
  buildListUrl,
  createPanelUrls,
  parseListView,
  getShownColumns,
  withPanel,
} from '#shared/engine/list/listView.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { findDefaultView, buildViewUrl } from '#shared/engine/list/views.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { messages } from '#shared/messages.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limitToPermissions, nestByParams } from '#shared/engine/nestResource.ts'
import { useLastActionData } from '../runtime/useLastActionData.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import { formatPageFailure } from '../runtime/formatError.ts'
import { ButtonLink } from '../ui/Button.tsx'
import type { PageAction } from '../ui/pageActions.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'
import type { RejectedForm } from '../form/handleForm.ts'
import { usePanelContent } from './panels/definePanels.ts'
import type { ListPanels, PanelProps } from './panels/definePanels.ts'
import { commonPanels, getPanels } from './panels/listPanels.ts'
import { listFormId } from './listProps.ts'
import type { ListData, ListOptions, ListProps } from './listProps.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { EmptyList } from './table/EmptyList.tsx'
import { Pager } from './table/Pager.tsx'
import { RecordTable } from './table/RecordTable.tsx'
import { createSelection } from './table/selection.ts'
import { SelectionBar } from './table/SelectionBar.tsx'
import { buildStatusTabs } from './statusTabs.ts'
import { findCurrentView, canSaveView, resetView, addViewTabs } from './viewTabs.ts'
import { useListKeys } from './useListKeys.ts'
import { getListOrigin } from './table/useRowNavigation.ts'
import * as toolbar from './ListToolbar.css.ts'
import { plain } from './table/SelectionBar.css.ts'
import * as styles from './ResourceList.css.ts'

type Props = ListOptions & {
  resource: Resource
  /** Data of the list, if it's one part of its page. */
  loaded?: ListData
  more?: ListPanels
}

/**
 * Renders a resource's list with its panels, which is what most screens are (screens.md, "Every
 * list").
 */
export function ResourceList({
  resource: defined,
  loaded,
  more: screenPanels = {},
  ...look
}: Props) {
  const routeData = useLoaderData<ListData>()
  const data = loaded ?? routeData
  // A URL that names no parent record has no page: its loader already said so.
  const nestedResource = nestByParams(defined, useParams()) ?? defined
  const can = useCan()
  const resource = limitToPermissions(nestedResource, (action) => can(nestedResource, action))
  const more = Object.fromEntries(
    Object.entries(screenPanels).filter(
      ([, { of = nestedResource, reads }]) => reads || can(of, 'write'),
    ),
  )
  const refused = useLastActionData<RejectedForm>()
  const { search } = useLocation()
  const panels = getPanels(resource, more)
  const view = parseListView(resource, new URLSearchParams(search), panels)
  const selection = useSelection(resource, view, search)
  const columns = getShownColumns(resource, view, data.columns)
  const props = { resource, view, columns, selection, data, refused, look }
  const panel = <OpenListPanel {...props} panels={panels} />
  const isOpen = data.panel !== null && view.panel !== null
  const isInstead = isOpen && panels[view.panel?.kind ?? '']?.instead
  const { invite } = look
  const creates = resource.api.writes.includes('create')
  const createUrl = creates ? look.createAt : can(nestedResource, 'write') && invite?.to
  const createAt = createUrl
    ? withPrefill(createUrl, (invite?.of ?? resource).fields, view.query.filters)
    : creates
      ? buildListUrl(resource, withPanel(view, 'create'))
      : null
  const edits = getOfferedPanels(resource).includes('edit')
  const editAt = (id: number) => createPanelUrls(resource, view)('edit', id)
  useListKeys(
    createAt,
    edits ? editAt : (look.editAt ?? null),
    buildListUrl(resource, withPanel(view, null)),
    (id) => getListOrigin({ resource, view, data }, id),
  )
  const { total, totalIsCapped } = data.page
  const newLabel = invite?.label ?? messages.form.new(resource.title.one)
  const newAction: PageAction | null = createAt
    ? { label: newLabel, short: newLabel.split(' ')[0], to: createAt, preventScrollReset: true }
    : null
  const { views = [] } = data
  // Beside a saved view, the status tabs lead back to the whole list, whose counts they show.
  const isSavedView = findCurrentView(resource, view, views) !== undefined
  const buildTabs = look.tabs ?? buildStatusTabs
  const statusTabs = buildTabs(resource, isSavedView ? resetView(resource, view) : view, data)
  const tabs = loaded ? undefined : addViewTabs(resource, view, views, statusTabs)
  useDefaultView(resource, views)
  return (
    <>
      {!loaded && (
        <PageHeader
          {...{ [resource.parentFilter ? 'title' : 'part']: data.recordName }}
          count={data.failed ? undefined : messages.list.total(total, totalIsCapped)}
          actions={newAction ? [newAction] : []}
          tabs={tabs && { label: messages.list.views, tabs }}
        />
      )}
      <div className={loaded || isInstead ? styles.layout : `${styles.layout} ${styles.whole}`}>
        <div className={styles.main}>
          {isInstead ? (
            panel
          ) : (
            <>
              {/* The answer to a form in a panel that isn't open or offered. */}
              {refused?.failure && !isOpen && (
                <p className={toolbar.unread} role="alert">
                  {formatPageFailure(refused.failure)}
                </p>
              )}
              <ListToolbar
                {...props}
                panels={panels}
                tabs={tabs && resource.list.tabs}
                saves={!loaded && canSaveView(resource, view, views)}
                newAction={loaded ? newAction : null}
                bar={<SelectionBar {...props} selection={selection} />}
              />
              {look.bar?.(props)}
              {look.rows ? (
                data.failed ? (
                  <ListPlaceholder {...props} createAt={createAt} />
                ) : (
                  look.rows(props)
                )
              ) : (
                <>
                  <RecordTable
                    {...props}
                    instead={<ListPlaceholder {...props} createAt={createAt} />}
                  />
                  <noscript>
                    <button type="submit" form={listFormId} className={plain}>
                      {messages.list.chooseTicked}
                    </button>
                  </noscript>
                  <Pager {...props} />
                </>
              )}
            </>
          )}
        </div>
        {isOpen && !isInstead && panel}
      </div>
    </>
  )
}

/** Returns this list's selection. Another list at the same route has its own. */
function useSelection(resource: Resource, view: ListView, search: string) {
  const { path } = resource
  const initialize = () => ({
    path,
    selection: createSelection(view.selectedIds, countExcessIds(new URLSearchParams(search))),
  })
  const [current, setCurrent] = useState(initialize)
  if (current.path !== path) setCurrent(initialize())
  return current.selection
}

/** Opens the operator's default view if the list's URL is only its path. */
function useDefaultView(resource: Resource, views: readonly SavedView[]): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const openDefault = useEffectEvent(() => {
    const defaultView = findDefaultView(resource, views, new URLSearchParams(search))
    if (defaultView) void navigate(buildViewUrl(resource, defaultView), { replace: true })
  })
  useEffect(() => openDefault(), [])
}

/** Renders the panel that a list's URL opens. */
export function OpenListPanel({
  panels,
  ...props
}: Omit<PanelProps, 'of' | 'loaded'> & { panels: ListPanels }) {
  const { view, data, resource } = props
  const kind = view.panel?.kind ?? ''
  const isFailed = data.panel !== null && 'failure' in data.panel
  const content = usePanelContent(isFailed ? commonPanels : panels, isFailed ? 'failed' : kind)
  if (!data.panel || !content) return null
  const { Panel } = content
  const { of = resource } = panels[kind] ?? {}
  // The next record has the same panel, so that the link to it keeps the focus.
  return (
    <Panel
      key={kind}
      {...props}
      of={of}
      loaded={'loaded' in data.panel ? data.panel.loaded : null}
    />
  )
}

/** Renders in place of rows why they didn't load, or that there are none. */
function ListPlaceholder({ createAt, ...list }: ListProps & { createAt: string | null }) {
  const { pathname, search } = useLocation()
  const { failed } = list.data
  if (!failed) return <EmptyList {...list} createAt={createAt} />
  return (
    <StateMessage
      role="alert"
      title={messages.failures.title}
      actions={
        // The current URL: with script it reloads the data, without it the whole page.
        <ButtonLink color="white" to={pathname + removeFlash(search)} preventScrollReset>
          {messages.failures.retry}
        </ButtonLink>
      }
    >
      <p>{formatPageFailure(failed)}</p>
      {failed.requestId && <p>{messages.failures.requestId(failed.requestId)}</p>}
    </StateMessage>
  )
}
