import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { joinFilterParts } from '../filterText.ts'
import { formatFilter, formatGroup } from './formatFilter.ts'
import { chipMessages } from './messages.ts'

/** Formats the search, each filter, and each group of a list, as its chips do. */
export const formatFilters = (
  resource: Resource,
  { search, filters, groups = [] }: ListQuery,
  labels: Labels,
  zone: string,
): string[] => [
  ...(search ? [chipMessages.search(search)] : []),
  ...filters.map((filter) => joinFilterParts(formatFilter(resource, filter, labels, zone))),
  ...groups.map((group) => formatGroup(resource, group, labels, zone)),
]
