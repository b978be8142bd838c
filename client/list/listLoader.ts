import { data, redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { parseEdge, buildListUrl, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import type { OpenPanel } from '#shared/engine/list/listView.ts'
import { loadColumns } from '#shared/engine/list/columnPreferences.ts'
import { flashParam } from '#shared/engine/urlParams.ts'
import { formatSelectedIds } from '#shared/engine/list/selectedIds.ts'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getListTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { findDefaultView, listViews, buildViewUrl } from '#shared/engine/list/views.ts'
import { apiContext, timeZoneContext } from '../runtime/contexts.ts'
import { canStillShowPage, toPageFailure, throwAsPageFailure } from '../runtime/failures.ts'
import { listTools } from './listTools.ts'
import { hasSortInputs, joinSortInputs } from './sorting/sortInputs.ts'
import { convertDaysToInstants } from './filters/filterDays.ts'
import { loadPanelContent } from './panels/definePanels.ts'
import type { ListPanels, PanelLoadContext } from './panels/definePanels.ts'
import { getPanels } from './panels/listPanels.ts'
import type { ListData, PanelData } from './listProps.ts'
import { isPanelFilter } from './filters/filterText.ts'
import { loadReferenceLabels, normalizeReferenceFilters } from './filters/referenceFilters.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'
import { loadParentName, requireNestedResource } from './requireNestedResource.ts'
import { findCurrentView, getDefaultQuery } from './viewTabs.ts'

/**
 * Creates a loader for the list that the URL names, and for the open panel's data. `more` are
 * panels of this screen only.
 */
export const createListLoader =
  (resource: Resource, more: ListPanels = {}) =>
  async ({ request, context, params }: LoaderFunctionArgs): Promise<ListData> => {
    const nestedResource = requireNestedResource(resource, params)
    const api = context.get(apiContext)
    const { searchParams } = new URL(request.url)
    const [views, parent, list] = await Promise.all([
      listViews(api, nestedResource, request.signal),
      loadParentName(api, resource, nestedResource, request.signal),
      loadList(
        { api, zone: context.get(timeZoneContext) },
        nestedResource,
        searchParams,
        request.signal,
        more,
      ).catch((error: unknown) => throwAsPageFailure(error, resource.title.many)),
    ])
    // The URL is only the list's path. In the browser, `useDefaultView` navigates instead.
    const defaultView = findDefaultView(nestedResource, views, searchParams)
    if (defaultView && typeof document === 'undefined')
      throw redirect(buildViewUrl(nestedResource, defaultView))
    // This list is at the route's path, but isn't the route's own list.
    const recordName = resource.path.includes('?') ? getListTitle(resource) : parent
    const parseView = () =>
      parseListView(nestedResource, searchParams, getPanels(nestedResource, more))
    const isSavedView =
      nestedResource.list.tabs !== undefined &&
      findCurrentView(nestedResource, parseView(), views) !== undefined
    const countQuery = { ...getDefaultQuery(nestedResource), limit: 1 }
    // Beside a saved view, the tabs are those of the whole list, with its counts.
    const unfilteredList = isSavedView
      ? await listRecords(
          api,
          nestedResource,
          countQuery,
          request.signal,
          nestedResource.list.tabs,
        ).catch((error: unknown) =>
          canStillShowPage(error) ? null : throwAsPageFailure(error, resource.title.many),
        )
      : list
    const counts = unfilteredList?.counts && { counts: unfilteredList.counts }
    return { ...list, ...counts, views, ...(recordName !== undefined && { recordName }) }
  }

/** Resolves to a list's page, with the status of a failure to load its rows. */
export async function toListResponse(reading: Promise<ListData>) {
  const list = await reading
  return list.failed ? data(list, { status: list.failed.status }) : list
}

/** The API for records, and the time zone in which the days of filters are read. */
export type ListSource = { api: Api; zone: () => Promise<string> }

/**
 * Loads a list that is one part of a page. Rejects with `ApiError` if the caller has no such list.
 */
export async function loadList(
  { api, zone }: ListSource,
  resource: Resource,
  submitted: URLSearchParams,
  signal: AbortSignal,
  more: ListPanels = {},
): Promise<ListData> {
  const searchParams = normalizeReferenceFilters(
    joinSortInputs(await convertDaysToInstants(submitted, zone)),
  )
  const panels = getPanels(resource, more)
  const view = parseListView(resource, searchParams, panels)
  // A form submits its empty fields too. The URL is cleaned, so that it can be shared.
  if (isUntidy(submitted)) throw redirect(buildListUrl(resource, view))
  if (submitted.has('compare[op]')) {
    const { applyFilterForm } = await listTools.load()
    const url = applyFilterForm(resource, view, submitted, await zone())
    if (url !== null) throw redirect(url)
  }
  const loadPage = (query: ListQuery) =>
    view.onlySelected && view.selectedIds
      ? listSelected(api, resource, query, view.selectedIds, signal)
      : listRecords(api, resource, query, signal, resource.list.tabs)
  const loadPageOrFailure = (query: ListQuery) =>
    loadPage(query)
      .catch(async (error: unknown) => {
        // The platform no longer accepts the cursor, of another order or from an old link: start
        // over.
        if (!(error instanceof ApiError && error.status === 400 && query.after)) throw error
        return { ...(await loadPage({ ...query, after: null })), isPageGone: true as const }
      })
      .catch((error: unknown) => toFailedPage(api, error, resource.title.many))
  const edge = parseEdge(view, submitted)
  if (edge) {
    // The last record is known only after its page is loaded. Its panel is opened by ID.
    const limit = edge === 'first' ? 1 : view.query.limit
    const { records } = await loadPageOrFailure({ ...view.query, limit })
    const one = records.at(edge === 'first' ? 0 : -1)
    const kind = one ? (view.panel?.kind ?? null) : null
    throw redirect(buildListUrl(resource, withPanel(view, kind, one?.id)))
  }
  const hasPanelFilters = view.query.filters.some(isPanelFilter) || view.query.groups !== undefined
  const [page, panel, picked, columns, panelFilterLabels] = await Promise.all([
    loadPageOrFailure(view.query),
    view.panel && loadPanel(panels, view.panel, { api, resource, params: submitted, signal }),
    loadReferenceLabels(api, resource, view.query, signal),
    loadColumns(api, resource, signal),
    hasPanelFilters &&
      listTools
        .load()
        .then(({ loadFilterLabels }) => loadFilterLabels(api, resource, view.query, signal)),
    view.selectedIds && listTools.load(),
  ])
  return {
    ...page,
    panel,
    picked: { ...picked, ...panelFilterLabels },
    columns,
    writeKey: createIdempotencyKey(),
  }
}

/** Loads a page of the selected records only, from any page or search. */
function listSelected(
  api: Api,
  resource: Resource,
  query: ListQuery,
  selectedIds: SelectedIds,
  signal: AbortSignal,
) {
  const listParams = { ...resource.listParams, ids: formatSelectedIds(selectedIds) }
  const all = { ...query, search: '', filters: [], selection: null }
  return listRecords(api, { ...resource, listParams }, all, signal, resource.list.tabs)
}

/**
 * Converts a failure to a page without rows, so that a search survives while the platform doesn't
 * respond.
 */
function toFailedPage({ requestId }: Api, error: unknown, what: string) {
  if (!canStillShowPage(error)) throw error
  const page = { next: null, previous: null, total: 0, totalIsCapped: false }
  const failed = { requestId, ...toPageFailure(error, what), status: error.status }
  return { records: [], page, failed }
}

const isUntidy = (params: URLSearchParams) =>
  hasSortInputs(params) ||
  [...params].some(
    ([name, value]) =>
      /^filter\[\w+\]\[\w+\]\.(label|text|day)$/.test(name) ||
      (value === '' && /^(search|sort|limit|after|filter\[.*)$/.test(name) && name !== flashParam),
  )

/** Loads the open panel's data. If that fails, the list still shows, and the panel says why. */
export async function loadPanel(
  panels: ListPanels,
  { kind, id }: OpenPanel,
  list: Omit<PanelLoadContext, 'id'>,
): Promise<PanelData> {
  const { of = list.resource } = panels[kind] ?? {}
  const { load } = (await loadPanelContent(panels, kind)) ?? {}
  if (!load) return { loaded: null }
  const { one, many } = of.title
  try {
    return { loaded: await load({ ...list, resource: of, id }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isGone = error.problem.code === 'not_found' || (error.status === 404 && id !== null)
    const failure = toPageFailure(error, isGone || id !== null ? one : many)
    return { failure: isGone ? { ...failure, code: 'not_found' } : failure }
  }
}
