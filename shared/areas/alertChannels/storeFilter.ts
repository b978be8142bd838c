import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, parseListView } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import { noFilterMessage } from './messages.ts'

/** Parameters that say how a list looks, not which records it has. */
const displayParams = ['sort', 'limit', 'after', 'columns']

/** Parses the filter of a rule, or the URL of a list of stores. */
export function parseStoreFilter(text: string): ListView {
  const [address = ''] = text.split('#')
  const params = new URLSearchParams(address.replace(/^[^?=]*\?/, ''))
  return parseListView(requireResource('stores'), params)
}

/** Formats the search and the filters of a list of stores as a rule saves them. */
export function formatStoreFilter(view: ListView): string {
  const stores = requireResource('stores')
  const url = buildListUrl(stores, {
    query: { ...view.query, sort: getDefaultSort(stores), limit: 50, after: null },
    ignoredParams: findMisplacedParams(view),
    columns: null,
    panel: null,
    selectedIds: null,
  })
  return url.split('?')[1] ?? ''
}

/** Finds the parameters that should say which stores the list has, but can't. */
export const findMisplacedParams = ({ ignoredParams }: ListView) =>
  ignoredParams.filter(({ name }) => !displayParams.includes(name))

/**
 * The filter of a list of stores, as in its URL: `filter[status][in]=draft,active`. A pasted URL is
 * saved without how its list looks. What can't be used stays in it, for the platform's message
 * (explainStoreFilter.ts).
 */
export const storeFilterPattern: Pattern = {
  matches: /=/,
  message: noFilterMessage,
  normalize: (text) => (text.includes('=') && formatStoreFilter(parseStoreFilter(text))) || text,
}
