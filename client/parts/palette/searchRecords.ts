import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel, getListTitle } from '#shared/engine/resource.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { matchKinds, searchEverything } from '#shared/areas/search/searchCall.ts'
import type {
  MatchKind,
  RequestLog,
  SearchResponse,
  SearchResult,
} from '#shared/areas/search/searchCall.ts'
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
import { getSearchWords } from './matching.ts'
import { toGroupUnlessEmpty, getPathStoreId } from './paletteItems.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import { hasActions, isSearched, toItems } from './resultItems.ts'
import { noResults } from './searchResults.ts'
import type { SearchContext, SearchResults } from './searchResults.ts'
import { searchStores } from './searchStores.ts'
import { getPageLinks } from './pageLinks.ts'
import { rateNames } from './rating.ts'
import type { Names } from './rating.ts'
import { getKindNames, matchesActionName, parseActionQuery } from './actionQuery.ts'
import type { ActionQuery } from './actionQuery.ts'
import { getRecordActions } from './recordActions.ts'
import type { RecordAction } from './recordActions.ts'
import type { AccessCheck } from './paletteItem.ts'
import { listStoreFields } from './settingItems.ts'
import { paletteMessages } from './messages.ts'
import { toWords } from './wordStems.ts'

/** Searches records of every kind, or only stores for the store switcher. */
export async function searchRecords(
  api: Api,
  text: string,
  { among, ...context }: { among: PaletteScope } & SearchContext,
  signal?: AbortSignal,
): Promise<SearchResults> {
  if (among === 'stores') return searchStores(api, text, context, signal)
  if (getSearchWords(text).length === 0) return noResults
  const searched = toSearchText(text)
  const actionQuery = parseActionQuery(searched)
  const [found, pageActions] = await Promise.all([
    searchEverything(api, { text: searched, name: actionQuery?.name ?? null }, signal),
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

/** Leaves only the host of a URL, because names have no paths, and leaves out "open" or "find". */
const toSearchText = (text: string): string =>
  /^https?:\/\/([^/?#:]+)/i.exec(text)?.[1] ??
  text.replace(/^(open|show|find|view|see|look ?up|search( for)?|go ?to|get)\s+(?=\S)/i, '')

/** Links the logs of the request whose ID was typed, as error messages show it. */
const toRequestLogItems = (logs: readonly RequestLog[], text: string): PaletteItem[] =>
  logs.map(({ storeId, store }) => {
    const search = { 'filter[requestId][eq]': text.trim() }
    return {
      label: paletteMessages.requestLog(store),
      rating: 0,
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
    return { resource, results, found, first, below }
  })
  return items.flatMap(({ resource, results, found, first, below }) => {
    const pages = (first ? getPageLinks(resource, first.record, allows) : []).filter(
      ({ to }) => !toUrls.has(to),
    )
    for (const { to } of pages) toUrls.add(to)
    const rated = found.map((item, index) => ({
      ...item,
      rating: matchRatings[results[index]?.match ?? 'similar'],
    }))
    return toGroupUnlessEmpty(getListTitle(resource), [
      ...addBelowFirst(rated, [...pages, ...below]),
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

/** How close records are, compared with places and actions (`rateNames`). */
export const matchRatings: Readonly<Record<MatchKind, number>> = {
  exact: 0,
  start: 0.4,
  word: 0.8,
  part: 1.6,
  similar: 2,
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

/** The most actions of records that are listed for one text. */
const maxActions = 8

/** For a record that doesn't have the action now, such as a suspended one to suspend. */
const unavailableRating = 0.6

/** Before actions of the same name on other records. */
const kindBonus = 0.05

/** After the actions of the store at hand, and before records that have only similar names. */
const actionRating = 0.15

/** Returns the actions that the text names, on the records that the rest of it finds. */
function findNamedActions(
  named: readonly SearchResult[],
  { rate, kind, amount, isExact }: ActionQuery,
  { allows }: SearchContext,
): PaletteItem[] {
  const ofKind = named.filter((one) => one.resource === kind)
  const meant = (ofKind.length > 0 ? ofKind : named).filter(
    ({ match }) => !isExact || match === 'exact',
  )
  const found = meant.flatMap(({ resource: name, match, record }) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource || !isSearched(resource) || !hasActions(resource) || !allows(resource)) return []
    const label = getLabel(resource, record)
    const offered: readonly (RecordAction & Pick<Names, 'options'>)[] = [
      // A field is closer than the tab that has it.
      ...(resource.name === stores.name ? listStoreFields(record.id, allows) : []),
      ...getRecordActions(resource, record, allows),
    ]
    const actions = offered.flatMap(({ label: action, aliases = [], options = [], to }) => {
      const rating = rate({ label: action, aliases, options })
      return rating === null ? [] : [{ label: action, to, detail: label, rating }]
    })
    // The text may only say what kind of record is meant, as in "order 1234".
    const kindRating = rate(getKindNames(resource))
    const openRating = kindRating ?? (actions.length === 0 ? unavailableRating : null)
    const opened =
      openRating === null
        ? []
        : toItems(resource, [record], nowhere).map((item) => ({
            ...item,
            rating: openRating - kindBonus,
          }))
    return [...opened, ...actions].map((item) => ({
      ...item,
      rating: actionRating + item.rating + matchRatings[match] / 2,
    }))
  })
  return found
    .map((item) => addAmount(item, amount))
    .toSorted((one, other) => one.rating - other.rating)
    .slice(0, maxActions)
}

/** Fills in how much to give: "give 50 points to Ana". */
const addAmount = <Item extends PaletteItem>(item: Item, amount: string | null): Item =>
  amount === null || item.label !== paletteMessages.member.issue
    ? item
    : { ...item, to: `${item.to}&${new URLSearchParams({ [prefillParam('amount')]: amount })}` }

/** Finds the actions that the text names for the store of the current page. */
async function findStoreActions(
  api: Api,
  text: string,
  { here, allows }: SearchContext,
  signal?: AbortSignal,
): Promise<PaletteItem[]> {
  const id = getPathStoreId(here.pathname)
  if (!id || !matchesActionName(text, stores.title.one)) return []
  const store = await loadRecord(api, stores, id, signal)
  const typed = toWords(text)
  const [storeWord] = toWords(stores.title.one)
  // The store at hand needn't be named: "rename store".
  const bare = typed.filter(({ stem }) => stem !== storeWord?.stem)
  return getRecordActions(stores, store, allows)
    .flatMap(({ label, aliases = [], to }) => {
      const rating = rateNames({ label, aliases }, typed) ?? rateNames({ label, aliases }, bare)
      return rating === null ? [] : [{ label, to, detail: getLabel(stores, store), rating }]
    })
    .toSorted((one, other) => one.rating - other.rating)
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
