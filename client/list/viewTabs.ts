import { buildViewUrl, buildViewQuery } from '#shared/engine/list/views.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { buildListUrl, noFilters, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { Tab } from '../ui/Tabs.tsx'

/** Returns the saved view that the URL shows, if any. */
export const findCurrentView = (
  resource: Resource,
  view: ListView,
  views: readonly SavedView[],
): SavedView | undefined => {
  const currentQuery = buildViewQuery(resource, view)
  return views.find(({ address }) => String(new URLSearchParams(address)) === currentQuery)
}

/**
 * Adds saved views after the tabs of a list. If the list has no tabs of its own, All comes first.
 */
export function addViewTabs(
  resource: Resource,
  view: ListView,
  views: readonly SavedView[],
  tabs: readonly Tab[] | undefined,
): readonly Tab[] | undefined {
  if (views.length === 0) return tabs
  const current = findCurrentView(resource, view, views)
  const all = {
    title: messages.list.all,
    to: buildListUrl(resource, resetView(resource, view)),
    current: buildViewQuery(resource, view) === '',
  }
  // If the list has a default view, All needs another URL than the path.
  const hasDefault = views.some(({ isDefault }) => isDefault)
  const withOwnUrl = (tab: Tab) => ({
    ...tab,
    to:
      hasDefault && tab.to === resource.path
        ? `${tab.to}${resource.path.includes('?') ? '&' : '?'}limit=50`
        : tab.to,
    ...(current && { current: false }),
  })
  return [
    ...(tabs ?? [all]).map(withOwnUrl),
    ...views.map((one) => ({
      title: one.name,
      to: buildViewUrl(resource, one),
      count: one.count ? messages.list.total(one.count.total, one.count.totalIsCapped) : '!',
      bad: one.count === null,
      current: one === current,
    })),
  ]
}

/** Returns the list with its default query. */
export const resetView = (resource: Resource, view: ListView): ListView =>
  withQuery(
    { ...withPanel(view, null), columns: null, widths: null, ignoredParams: [] },
    { ...noFilters, ...getDefaultQuery(resource) },
  )

/** Whether the list shows something that no tab leads to, so that it can be saved. */
export function canSaveView(
  resource: Resource,
  view: ListView,
  views: readonly SavedView[],
): boolean {
  const shown = buildViewQuery(resource, view)
  if (shown === '' || findCurrentView(resource, view, views)) return false
  const [only, ...others] = view.query.filters
  const isOfTab =
    only && others.length === 0 && only.field === resource.list.tabs && only.op === 'eq'
  const query = { ...getDefaultQuery(resource), filters: only ? [only] : [] }
  return !(isOfTab && shown === buildViewQuery(resource, { query, columns: null }))
}

/** Returns a list's query if its URL specifies none. */
export const getDefaultQuery = (resource: Resource) => ({
  search: '',
  filters: [],
  selection: null,
  sort: getDefaultSort(resource),
  limit: 50,
  after: null,
})
