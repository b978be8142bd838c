import { parseStoreFilter, storeFilterPattern } from '#shared/areas/alertChannels/storeFilter.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'
import { formatFilter, formatGroup } from '#client/list/filters/panel/formatFilter.ts'
import { joinFilterParts } from '#client/list/filters/filterText.ts'
import { loadFilterLabels } from '#client/list/filters/panel/loadFilterLabels.ts'
import { alertChannelMessages } from './messages.ts'

/**
 * Formats the search, each filter, and each group of a rule's filter, as the chips of the list do.
 * Returns nothing for a text that isn't a filter.
 */
export function formatStoreFilterWords(filter: string, labels: Labels, zone: string): string[] {
  if (filter === '' || storeFilterPattern.validate?.(filter)) return []
  const { search, filters, groups = [] } = parseStoreFilter(filter).query
  return [
    ...(search ? [alertChannelMessages.search(search)] : []),
    ...filters.map((one) => joinFilterParts(formatFilter(stores, one, labels, zone))),
    ...groups.map((group) => formatGroup(stores, group, labels, zone)),
  ]
}

/** Loads the names of the records in these filters, by `FIELD.ID`. */
export function loadStoreFilterLabels(
  api: Api,
  filters: readonly string[],
  signal: AbortSignal,
): Promise<Labels> {
  const queries = filters.map((filter) => parseStoreFilter(filter).query)
  const [first] = queries
  if (!first) return Promise.resolve({})
  // Names are loaded for each comparison in a group.
  const group = queries.flatMap((query) => [...query.filters, ...(query.groups ?? []).flat()])
  return loadFilterLabels(api, stores, { ...first, filters: [], groups: [group] }, signal)
}
