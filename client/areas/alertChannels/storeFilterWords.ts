import { explainStoreFilter } from '#shared/areas/alertChannels/explainStoreFilter.ts'
import { parseStoreFilter } from '#shared/areas/alertChannels/storeFilter.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'
import { listTools } from '#client/list/listTools.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { useLazyPart } from '#client/runtime/lazyPart.ts'

/** Returns a rule's filter in words, one text per filter; none for a text that isn't a filter. */
export function useStoreFilterWords(filter: string, labels: Labels): string[] {
  const zone = useTimeZone()
  const tools = useLazyPart(listTools)
  if (!tools || filter === '' || explainStoreFilter(filter) !== null) return []
  return tools.formatFilters(stores, parseStoreFilter(filter).query, labels, zone)
}

/** Loads the code that formats filters, and the names of the records in these, by `FIELD.ID`. */
export async function loadStoreFilterLabels(
  api: Api,
  filters: readonly string[],
  signal: AbortSignal,
): Promise<Labels> {
  const tools = await listTools.load()
  const queries = filters.map((filter) => parseStoreFilter(filter).query)
  const [first] = queries
  if (!first) return {}
  // Names are loaded for each comparison in a group.
  const group = queries.flatMap((query) => [...query.filters, ...(query.groups ?? []).flat()])
  return tools.loadFilterLabels(api, stores, { ...first, filters: [], groups: [group] }, signal)
}
