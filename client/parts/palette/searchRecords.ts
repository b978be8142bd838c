import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel, getListTitle } from '#shared/engine/resource.ts'
import { matchKinds, searchEverything } from '#shared/areas/search/searchCall.ts'
import type { RequestLog, SearchResponse, SearchResult } from '#shared/areas/search/searchCall.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import { canOpen } from '#shared/navigation/menu.ts'
import { resources } from '#shared/areas/index.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { actorsContext, apiContext, factsContext } from '#client/runtime/contexts.ts'
import { paletteScopeParam, paletteParam, readVisitedPages } from '#client/shell/paletteUrl.ts'
import type { PaletteScope, PalettePage } from '#client/shell/paletteUrl.ts'
import { matchesWordPrefixes, getSearchWords } from './matching.ts'
import { toGroupUnlessEmpty, getPathStoreId } from './paletteItems.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import { hasActions, isSearched, toItems } from './resultItems.ts'
import { noResults } from './searchResults.ts'
import type { SearchContext, SearchResults } from './searchResults.ts'
import { searchStores } from './searchStores.ts'
import { getPageLinks } from './pageLinks.ts'
import { getRecordActions, parseActionQuery, matchesActionLabel } from './recordActions.ts'
import type { RecordAction, AccessCheck, ActionQuery } from './recordActions.ts'
import { paletteMessages } from './messages.ts'

/** Searches records of every kind, or only stores for the store switcher. */
export async function searchRecords(
  api: Api,
  text: string,
  { among, ...context }: { among: PaletteScope } & SearchContext,
  signal?: AbortSignal,
): Promise<SearchResults> {
  if (among === 'stores') return searchStores(api, text, context, signal)
  if (getSearchWords(text).length === 0) return noResults
  const actionQuery = parseActionQuery(text)
  const [found, pageActions] = await Promise.all([
    searchEverything(api, { text, name: actionQuery?.name ?? null }, signal),
    findStoreActions(api, text, context, signal),
  ])
  const kinds = groupByKind(found.data, context)
  const [top] = kinds
  const actions = actionQuery ? findNamedActions(found.named, actionQuery, context) : []
  return {
    groups: listKinds(kinds, top, found.more, context),
    acts: [...toRequestLogItems(found.requestLogs, text), ...pageActions, ...actions],
    more: found.more.length > 0,
  }
}

/** Links the logs of the request whose ID was typed, as error messages show it. */
const toRequestLogItems = (logs: readonly RequestLog[], text: string): PaletteItem[] =>
  logs.map(({ storeId, store }) => {
    const search = { 'filter[requestId][eq]': text.trim() }
    return {
      label: paletteMessages.requestLog(store),
      to:
        storeId === null
          ? `${platformLogEntries.path}&${new URLSearchParams(search)}`
          : buildStoreUrl(storeId, 'logs', search),
    }
  })

type FoundKind = { resource: Resource; results: SearchResult[] }

/**
 * Groups results by kind, leaving out those that can't be opened. Kinds with closer results come
 * first; among equally close ones, records that were opened recently do.
 */
function groupByKind(results: readonly SearchResult[], { allows }: SearchContext): FoundKind[] {
  const visited = readVisitedPages().map(({ to }) => to)
  const rateResult = (resource: Resource, { match, record }: SearchResult) => {
    const at = visited.indexOf(getRecordUrl(resource, record))
    return matchKinds.indexOf(match) * 100 + (at < 0 ? 99 : at)
  }
  const byName = Map.groupBy(results, ({ resource }) => resource)
  return resources
    .filter((resource) => isSearched(resource) && allows(resource) && byName.has(resource.name))
    .map((resource) => ({
      resource,
      results: (byName.get(resource.name) ?? []).toSorted(
        (one, other) => rateResult(resource, one) - rateResult(resource, other),
      ),
    }))
    .toSorted((one, other) => rateKind(one) - rateKind(other))
}

const rateKind = ({ results: [first] }: FoundKind): number =>
  first ? matchKinds.indexOf(first.match) : matchKinds.length

/**
 * Lists the kinds, with the most common actions below the very first record. A kind with more
 * records ends with a link to the list of all.
 */
function listKinds(
  kinds: readonly FoundKind[],
  top: FoundKind | undefined,
  more: SearchResponse['more'],
  { allows }: SearchContext,
): PaletteGroup[] {
  const toUrls = new Set<string>()
  const items = kinds.map((kind) => {
    const { resource, results } = kind
    const [first] = results
    // Without permission to change the record, its URL opens it for reading.
    const permitted = limitToPermissions(resource, (action) => allows(resource, action))
    const found = toItems(
      permitted,
      results.map(({ record }) => record),
      nowhere,
    )
    for (const { to } of found) toUrls.add(to)
    const below =
      first && kind === top && hasActions(resource)
        ? getRecordActions(resource, first.record, allows)
        : []
    return { resource, found, first, below }
  })
  return items.flatMap(({ resource, found, first, below }) => {
    const pages = (first ? getPageLinks(resource, first.record, allows) : []).filter(
      ({ to }) => !toUrls.has(to),
    )
    for (const { to } of pages) toUrls.add(to)
    return toGroupUnlessEmpty(getListTitle(resource), [
      ...addBelowFirst(found, [...pages, ...below]),
      ...toAllItem(resource, more),
    ])
  })
}

/** Links the list of all records of a kind that the search finds, if there are more of them. */
function toAllItem(resource: Resource, more: SearchResponse['more']): PaletteItem[] {
  const found = more.find(({ resource: name }) => name === resource.name)
  if (!found || !hasPage(resource)) return []
  const { path, title } = resource
  const search = new URLSearchParams({ search: found.search })
  return [
    {
      label: paletteMessages.all(title.many, found.search),
      to: `${path}${path.includes('?') ? '&' : '?'}${search}`,
    },
  ]
}

const nowhere: PalettePage = { pathname: '', search: '' }

/** Adds the most common actions below the first result. */
const addBelowFirst = (
  items: PaletteItem[] | null,
  below: readonly RecordAction[],
): PaletteItem[] => {
  const [top, ...others] = items ?? []
  if (!top) return []
  const parts = below.filter(({ first }) => first)
  return [top, ...parts.map(({ label, to }) => ({ label, to, of: top.label })), ...others]
}

/** Returns the actions that the text names, on the records that the rest of it finds. */
const findNamedActions = (
  named: readonly SearchResult[],
  { matches }: ActionQuery,
  { allows }: SearchContext,
): PaletteItem[] =>
  named.flatMap(({ resource: name, record }) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource || !isSearched(resource) || !hasActions(resource) || !allows(resource)) return []
    return getRecordActions(resource, record, allows)
      .filter(matches)
      .map(({ label, to }) => ({ label, to, detail: getLabel(resource, record) }))
  })

/** Finds the actions that the text names for the store of the current page. */
async function findStoreActions(
  api: Api,
  text: string,
  { here, allows }: SearchContext,
  signal?: AbortSignal,
): Promise<PaletteItem[]> {
  const id = getPathStoreId(here.pathname)
  if (!id || !matchesActionLabel(text)) return []
  const store = await loadRecord(api, stores, id, signal)
  return getRecordActions(stores, store, allows)
    .filter(({ label }) => matchesWordPrefixes(label, getSearchWords(text)))
    .map(({ label, to }) => ({ label, to, detail: getLabel(stores, store) }))
}

/** The text in the URL and its results; `findings` is null if the search failed. */
export type PaletteData = { text: string; among: PaletteScope; findings: SearchResults | null }

export async function load({ request, context }: LoaderFunctionArgs): Promise<PaletteData> {
  const { pathname, search, searchParams } = new URL(request.url)
  const { context: visitor } = context.get(actorsContext).session.getSnapshot()
  const facts = context.get(factsContext)
  const allows: AccessCheck = (guarded, action) => canOpen(guarded, facts, visitor, action)
  const among = searchParams.get(paletteScopeParam) === 'stores' ? 'stores' : 'all'
  const text = (searchParams.get(paletteParam) ?? '').trim()
  const searchOptions = { among, here: { pathname, search }, allows } as const
  const results = searchRecords(context.get(apiContext), text, searchOptions, request.signal)
  return { text, among, findings: await results.catch(() => null) }
}
