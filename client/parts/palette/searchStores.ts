import type { Api } from '#shared/engine/api.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { getLabel, getListTitle, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { readVisitedPages } from '#client/shell/paletteUrl.ts'
import type { PalettePage } from '#client/shell/paletteUrl.ts'
import { getSearchWords, rankMatch } from './matching.ts'
import { paletteMessages } from './messages.ts'
import type { PaletteGroup } from './paletteItem.ts'
import { getPathStoreId, toGroupUnlessEmpty } from './paletteItems.ts'
import { buildResultUrl, toItems } from './resultItems.ts'
import { noResults } from './searchResults.ts'
import type { SearchContext, SearchResults } from './searchResults.ts'

const maxStores = 30

/** Lists the most recently visited stores except the current one. Only the browser knows them. */
export const listVisitedStores = (here: PalettePage): PaletteGroup[] =>
  toGroupUnlessEmpty(
    paletteMessages.visited,
    readVisitedPages().flatMap(({ to, title }) => {
      const id = /^\/stores\/\d+$/.test(to) ? getPathStoreId(to) : null
      const [label = title] = title.split(' · ')
      return id === null || id === getPathStoreId(here.pathname)
        ? []
        : [{ to: buildResultUrl(stores, { id } as AnyRecord, here), label }]
    }),
  )

/** Finds stores by any part of their names, as their list does. Without a text, the first ones. */
export async function searchStores(
  api: Api,
  text: string,
  { here }: SearchContext,
  signal?: AbortSignal,
): Promise<SearchResults> {
  const { records, page } = await searchResource(api, stores, text, maxStores, signal)
  const found = records.toSorted(
    (one, other) => rankRecord(stores, one, text) - rankRecord(stores, other, text),
  )
  return {
    ...noResults,
    groups: toGroupUnlessEmpty(getListTitle(stores), toItems(stores, found, here)),
    more: page.next !== null || page.total > found.length,
  }
}

/**
 * Ranks a record by its searched fields, as the platform does. Also matches pairs of fields, such
 * as first and last name.
 */
function rankRecord(resource: Resource, record: AnyRecord, text: string) {
  const texts = resource.list.search.map((name) => record[name])
  const pairs = texts.slice(1).map((one, index) => `${String(texts[index])} ${String(one)}`)
  return rankMatch([getLabel(resource, record), ...texts, ...pairs], text)
}

const searchResource = (
  api: Api,
  resource: Resource,
  search: string,
  limit: number,
  signal?: AbortSignal,
) => {
  const byName: Sort = [{ field: resource.relations.label, descending: false }]
  const sort = getSortableColumns(resource).includes(resource.relations.label)
    ? byName
    : getDefaultSort(resource)
  const query = { search, filters: [], sort, limit, after: null }
  const closest = getSearchWords(search).length > 0 && {
    listParams: { ...resource.listParams, closest: 'true' },
  }
  return listRecords(api, { ...resource, ...closest }, query, signal)
}
