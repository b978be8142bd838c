import type { RoutePath } from '#shared/navigation/routes.ts'

/** The tabs of a store's page, in their order; the first is the one shown when the address names none. */
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
  'logs',
  'danger',
  'duplicate',
] as const
export type StoreTabName = (typeof storeTabs)[number]

/** The tab that an address names; what it does not know is the overview. */
export const parseStoreTab = (params: URLSearchParams): StoreTabName =>
  storeTabs.find((name) => name === params.get('tab')) ?? 'overview'

/** The tab that an address names and that there is none of. */
export function findUnknownTab(params: URLSearchParams): string | null {
  const name = params.get('tab')
  return name === null || name === parseStoreTab(params) ? null : name
}

const storePath = '/stores/:storeId' satisfies RoutePath

/** The filter of logs that asks for each entry of one failure. */
export const failureFilterParam = 'filter[fault][eq]'

export const statusChangeParam = 'change'

/** The page that is shown, with the panel of this change of status, or none. */
export function buildStatusChangeUrl(
  { pathname, search }: { pathname: string; search: string },
  change: string | null,
): string {
  const params = new URLSearchParams(search)
  if (change === null) params.delete(statusChangeParam)
  else params.set(statusChangeParam, change)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** Where a tab of a store stands; `query` is what else the tab reads. */
export function buildStoreUrl(
  id: number,
  tab: StoreTabName = 'overview',
  query: Record<string, string> = {},
): string {
  const address = storePath.replace(':storeId', String(id))
  const params = Object.entries(tab === 'overview' ? query : { tab, ...query })
  return params.length > 0 ? `${address}?${new URLSearchParams(params)}` : address
}
