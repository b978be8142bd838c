import type { RoutePath } from '#shared/navigation/routes.ts'

/** The tabs of a store's page, in order. The first is shown if the URL names none. */
export const storeTabs = [
  'overview',
  'general',
  'domains',
  'locale',
  'brand',
  'access',
  'members',
  'groups',
  'credits',
  'integrations',
  'calendar',
  'comments',
  'logs',
  'danger',
  'duplicate',
] as const
export type StoreTabName = (typeof storeTabs)[number]

/** Returns the tab that a URL names, or the overview if the name is unknown. */
export const parseStoreTab = (params: URLSearchParams): StoreTabName =>
  storeTabs.find((name) => name === params.get('tab')) ?? 'overview'

/** Returns the name of a tab in the URL that doesn't exist, or null. */
export function findUnknownTab(params: URLSearchParams): string | null {
  const name = params.get('tab')
  return name === null || name === parseStoreTab(params) ? null : name
}

const storePath = '/stores/:storeId' satisfies RoutePath

/** The log filter that selects all entries of one failure. */
export const failureFilterParam = 'filter[fault][eq]'

export const statusChangeParam = 'change'

/** Builds the URL of the current page with the panel of this status change open, or with none. */
export function buildStatusChangeUrl(
  { pathname, search }: { pathname: string; search: string },
  change: string | null,
): string {
  const params = new URLSearchParams(search)
  if (change === null) params.delete(statusChangeParam)
  else params.set(statusChangeParam, change)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** Builds the URL of a store's tab; `query` holds the tab's other parameters. */
export function buildStoreUrl(
  id: number,
  tab: StoreTabName = 'overview',
  query: Record<string, string> = {},
): string {
  const path = storePath.replace(':storeId', String(id))
  const params = Object.entries(tab === 'overview' ? query : { tab, ...query })
  return params.length > 0 ? `${path}?${new URLSearchParams(params)}` : path
}

const comparePath = '/stores/compare' satisfies RoutePath

/** What a comparison shows: two stores, a store and its blueprint, or a blueprint and its stores. */
export type ComparisonSubject = { store?: number; with?: number; blueprint?: number }

/** Builds the URL of a comparison. */
export const buildCompareUrl = (subject: ComparisonSubject): string =>
  `${comparePath}?${new URLSearchParams(Object.entries(subject).map(([name, id]) => [name, String(id)]))}`

/** Builds the URL of a new blueprint's form with the values of a store. */
export const buildNewBlueprintUrl = (id: number): string => `/blueprints?fromStore=${id}`

/**
 * ID of a store page's actions menu. A URL with this fragment opens the menu, even without
 * JavaScript.
 */
export const storeActionsId = 'actions'

/** Builds the URL of a store's page with its actions menu open. */
export const buildStoreActionsMenuUrl = (page: string): string => `${page}#${storeActionsId}`
