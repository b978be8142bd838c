import { generatePath } from 'react-router'
import type { RoutePath } from '#shared/routes.ts'

/** The tabs of a store's page, in their order; the first is the one shown when the address names none. */
export const tabNames = [
  'overview',
  'general',
  'domains',
  'locale',
  'brand',
  'access',
  'members',
  'logs',
  'danger',
  'duplicate',
] as const
export type TabName = (typeof tabNames)[number]

/** The tab that an address names; what it does not know is the overview. */
export const tabAt = (params: URLSearchParams): TabName =>
  tabNames.find((name) => name === params.get('tab')) ?? 'overview'

const path = '/stores/:storeId' satisfies RoutePath

/** Where a tab of a store stands; `query` is what else the tab reads. */
export function storeAddress(
  id: number,
  tab: TabName = 'overview',
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(query)
  const search = tab === 'overview' ? params : new URLSearchParams([['tab', tab], ...params])
  const address = generatePath(path, { storeId: String(id) })
  return search.size > 0 ? `${address}?${search}` : address
}
