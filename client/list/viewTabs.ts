import { buildViewUrl, buildViewQuery } from '#shared/engine/list/views.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { Tab } from '../ui/Tabs.tsx'

/** The view that the address shows, if it is one. */
export const findCurrentView = (
  resource: Resource,
  view: ListView,
  views: readonly SavedView[],
): SavedView | undefined => {
  const here = buildViewQuery(resource, view)
  return views.find(({ address }) => String(new URLSearchParams(address)) === here)
}

/** The tabs of a list with those of its saved views behind; where it has none of its own, All stands before. */
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
  // Where the list begins with a view, all has an address of its own.
  const begins = views.some(({ isDefault }) => isDefault)
  const own = (tab: Tab) => ({
    ...tab,
    to:
      begins && tab.to === resource.path
        ? `${tab.to}${resource.path.includes('?') ? '&' : '?'}limit=50`
        : tab.to,
    ...(current && { current: false }),
  })
  return [
    ...(tabs ?? [all]).map(own),
    ...views.map((one) => ({
      title: one.name,
      to: buildViewUrl(resource, one),
      count: one.count ? messages.list.total(one.count.total, one.count.totalIsCapped) : '!',
      bad: one.count === null,
      current: one === current,
    })),
  ]
}

/** The list as it is when nothing is asked of it. */
export const resetView = (resource: Resource, view: ListView): ListView =>
  withQuery(
    { ...withPanel(view, null), columns: null, ignoredParams: [] },
    getDefaultQuery(resource),
  )

/** Whether the list shows what no tab leads to: then it can be kept. */
export function canSaveView(
  resource: Resource,
  view: ListView,
  views: readonly SavedView[],
): boolean {
  const shown = buildViewQuery(resource, view)
  if (shown === '' || findCurrentView(resource, view, views)) return false
  const [only, ...others] = view.query.filters
  const isOfTab = only && others.length === 0 && only.field === resource.tabs && only.op === 'eq'
  const query = { ...getDefaultQuery(resource), filters: only ? [only] : [] }
  return !(isOfTab && shown === buildViewQuery(resource, { query, columns: null }))
}

/** What a list is asked for where nothing is. */
export const getDefaultQuery = (resource: Resource) => ({
  search: '',
  filters: [],
  sort: getDefaultSort(resource),
  limit: 50,
  after: null,
})
