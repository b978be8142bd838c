import { planParam, planRowParams } from '#shared/engine/bulk/planParams.ts'

/**
 * URL parameters of the panel: its record, its search, where its page starts, and whether it shows
 * the form for many stores.
 */
export const storeListParam = 'stores'
export const [searchParam, afterParam, assignParam] = [
  'storeSearch',
  'storeAfter',
  'assign',
] as const
export const storeListParams = [
  searchParam,
  afterParam,
  assignParam,
  planParam,
  ...planRowParams,
] as const

/**
 * Builds the URL of a record's panel over the page at this URL. `more` are parameters of the panel
 * to set.
 */
export function buildStoreListPanelUrl(
  { pathname, search }: { pathname: string; search: string },
  id: number,
  more: Partial<Record<(typeof storeListParams)[number], string>> = {},
): string {
  const params = new URLSearchParams(search)
  // The panel replaces the record's form.
  for (const name of ['edit', 'history', ...storeListParams]) params.delete(name)
  params.set(storeListParam, String(id))
  for (const [name, value] of Object.entries(more)) if (value) params.set(name, value)
  return `${pathname}?${params.toString()}`
}

/** Builds the URL of the page below the panel. */
export function buildUrlBehindStoreListPanel({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = new URLSearchParams(search)
  for (const name of [storeListParam, ...storeListParams]) params.delete(name)
  const rest = params.toString()
  return rest === '' ? pathname : `${pathname}?${rest}`
}
