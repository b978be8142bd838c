import type { FilterOp } from '#shared/engine/fields/kind.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'

/** The panel that adds and edits filters, and the one that finds pasted IDs, codes, or addresses. */
export const filtersPanel = 'filters'
export const lookupPanel = 'lookup'

/** Returns the URL parameter of an input in the filter panel. */
export const getCompareParam = (input: string): string => `compare[${input}]`

/** The filters that chips show. */
export type FilterChipsProps = {
  resource: Resource
  view: ListView
  filters: readonly ListFilter[]
  picked: Labels
}

/** A comparison as the panel offers it: "is empty" and "isn't empty" are one in the URL. */
export type Comparison = FilterOp | 'filled'

/** The edited filter: its group, from 1, and its place among the filters there, from 0. */
export type FilterTarget = { group: number | null; at: number | null }

export function parseFilterTarget(params: URLSearchParams): FilterTarget {
  const parse = (name: string) => {
    const text = params.get(getCompareParam(name)) ?? ''
    return /^\d{1,2}$/.test(text) ? Number(text) : null
  }
  return { group: parse('group'), at: parse('at') }
}

/** Finds the filter that the panel edits; undefined for a new one. */
export function findTarget({ query }: ListView, { group, at }: FilterTarget) {
  const filters: readonly ListFilter[] =
    group === null ? query.filters : (query.groups?.[group - 1] ?? [])
  return at === null ? undefined : filters[at]
}

/** Builds the URL of the filter panel. Blank inputs are left out. */
export function buildFiltersUrl(
  resource: Resource,
  view: ListView,
  inputs: Readonly<Record<string, string | number | null>>,
): string {
  const url = buildListUrl(resource, withPanel(view, filtersPanel))
  return Object.entries(inputs).reduce(
    (built, [name, value]) =>
      value === null ? built : `${built}&${getCompareParam(name)}=${value}`,
    url,
  )
}
