import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { listRecords, loadRecord } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { toReferenceOptions } from '#shared/engine/fields/references.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { getLabel, getListTitle, getSortableColumns } from '#shared/engine/resource.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import { canOpen } from '#shared/navigation/menu.ts'
import { resources } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { actorsContext, apiContext, factsContext } from '#client/runtime/contexts.ts'
import { paletteScopeParam, paletteParam, readVisitedPages } from '#client/shell/paletteUrl.ts'
import type { PaletteScope, PalettePage } from '#client/shell/paletteUrl.ts'
import { matchesWordPrefixes, matchesWords, rankMatch, getSearchWords } from './matching.ts'
import { toGroupUnlessEmpty, getPathStoreId } from './paletteItems.ts'
import type { PaletteGroup, PaletteItem } from './paletteItems.ts'
import { getPageLinks } from './pageLinks.ts'
import {
  getRecordActions,
  parseActionQuery,
  matchesActionLabel,
  canHaveAction,
} from './recordActions.ts'
import type { RecordAction, AccessCheck, ActionQuery } from './recordActions.ts'
import { paletteMessages } from './messages.ts'

/**
 * The records and actions that a text finds. `failed` names the kinds that couldn't be searched.
 */
export type SearchResults = {
  groups: PaletteGroup[]
  acts: PaletteItem[]
  failed: string[]
  more: boolean
}

export const noResults: SearchResults = { groups: [], acts: [], failed: [], more: false }

/**
 * Keeps earlier results that match the new text too, until its own search returns. Drops actions,
 * which belong to the earlier text.
 */
export const filterEarlierResults = (
  { groups, ...found }: SearchResults,
  text: string,
): SearchResults => {
  const words = getSearchWords(text)
  const isStill = ({ label, tells = '', of: recordName = '' }: PaletteItem) =>
    matchesWords(`${label} ${tells} ${recordName}`, words)
  return {
    ...found,
    groups: groups.flatMap(({ title, items }) => toGroupUnlessEmpty(title, items.filter(isStill))),
    acts: [],
    more: false,
  }
}

const maxPerKind = 5
const maxStores = 30

const storeTabByResource: Record<string, string> = { memberGroups: 'groups' }

/** Only the actions on these are listed: payment attempts are found as their orders. */
const resourcesFoundAsOthers = ['paymentAttempts']

/** Entries that are found although the generic panel shows them: they have a number of their own. */
const numberedEntries = ['giftCards']

/**
 * Returns whether a record opens by its name. Log entries open in their lists instead, a store's
 * groups in its tab.
 */
const canOpenByName = (resource: Resource) =>
  hasPage(resource) &&
  !storeTabByResource[resource.name] &&
  (!resource.api.appendOnly ||
    !!resource.list.defaultPanel ||
    numberedEntries.includes(resource.name))

/** Returns whether actions are listed for a record: those of its list, or of its own page. */
const hasActions = (resource: Resource) =>
  canOpenByName(resource) || resource.list.page !== undefined

function buildResultUrl(
  resource: Resource,
  record: AnyRecord,
  { pathname, search }: PalettePage,
): string {
  const { name } = resource
  const { scope = '', label } = resource.relations
  const tab = storeTabByResource[name]
  if (tab) {
    const params = new URLSearchParams({ tab, search: String(record[label]) })
    return `/stores/${String(record[scope])}?${params}`
  }
  if (name !== 'stores') return getRecordUrl(resource, record)
  // Switching stores keeps the page and its tab.
  const currentTab = new URLSearchParams(search).get('tab')
  const [, subpath = ''] = /^\/stores\/\d+(\/.*)?$/.exec(pathname) ?? []
  return `/stores/${record.id}${subpath}${currentTab && !subpath ? `?tab=${currentTab}` : ''}`
}

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

/**
 * Searches each kind of record that the operator may read. A kind that fails doesn't affect the
 * others.
 */
export async function searchRecords(
  api: Api,
  text: string,
  { among, here, allows }: { among: PaletteScope; here: PalettePage; allows: AccessCheck },
  signal?: AbortSignal,
): Promise<SearchResults> {
  const isSwitch = among === 'stores'
  const searched = resources.filter((resource) =>
    isSwitch
      ? resource.name === 'stores'
      : !resource.api.single &&
        (hasActions(resource) || storeTabByResource[resource.name]) &&
        allows(resource),
  )
  const place = isSwitch ? here : { pathname: '', search: '' }
  if (getSearchWords(text).length === 0 && !isSwitch) return noResults
  const actionQuery = isSwitch ? null : parseActionQuery(text)
  const kinds = await Promise.all(
    searched.map(async (resource) => {
      const title = getListTitle(resource)
      try {
        const isStores = resource.name === 'stores'
        const [page, ofHere, named] = await Promise.all([
          searchResource(api, resource, text, isSwitch ? maxStores : maxPerKind, signal),
          isStores && !isSwitch ? findStoreActions(api, text, { here, allows }, signal) : [],
          actionQuery && hasActions(resource) && canHaveAction(resource, actionQuery)
            ? findNamedActions(api, resource, actionQuery, allows, signal)
            : [],
        ])
        const acts = [...ofHere, ...named]
        const found = page.records.toSorted(
          (one, other) => rankRecord(resource, one, text) - rankRecord(resource, other, text),
        )
        // Without permission to change the record, its URL opens it for reading.
        const permittedResource = limitToPermissions(resource, (action) => allows(resource, action))
        const items = resourcesFoundAsOthers.includes(resource.name)
          ? []
          : toItems(permittedResource, found, place)
        const [top] = found
        const below =
          top && items.length > 0 && !isSwitch && hasActions(resource)
            ? getRecordActions(resource, top, allows)
            : []
        const pages =
          top && items.length > 0 && !isSwitch ? getPageLinks(resource, top, allows) : []
        const isMore = page.page.next !== null || page.page.total > found.length
        const more = isSwitch && isMore
        return {
          title,
          items,
          pages,
          below,
          acts,
          more,
          near: top ? rankRecord(resource, top, text) : 2,
        }
      } catch {
        return { title, items: null, pages: [], below: [], acts: [], more: false, near: 2 }
      }
    }),
  )
  // Kinds with an exact match come before kinds that only contain the text.
  const found = kinds.toSorted((one, other) => one.near - other.near)
  if (found.every(({ items }) => items === null)) throw new Error('No kind could be searched')
  const top = found.find(({ items }) => items?.length)
  const offered = new Set(found.flatMap(({ items }) => items ?? []).map(({ to }) => to))
  return {
    groups: found.flatMap(({ title, items, pages, below }, index) => {
      const newPages = pages.filter(({ to }) => !offered.has(to))
      for (const { to } of newPages) offered.add(to)
      const actions = found[index] === top ? below : []
      return toGroupUnlessEmpty(title, addBelowFirst(items, [...newPages, ...actions]))
    }),
    acts: found.flatMap(({ acts }) => acts),
    failed: found.flatMap(({ title, items }) => (items ? [] : [title])),
    more: found.some(({ more }) => more),
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
  const byName = { field: resource.relations.label, descending: false }
  const sort = getSortableColumns(resource).includes(resource.relations.label)
    ? byName
    : getDefaultSort(resource)
  const query = { search, filters: [], sort, limit, after: null }
  const closest = getSearchWords(search).length > 0 && {
    listParams: { ...resource.listParams, closest: 'true' },
  }
  return listRecords(api, { ...resource, ...closest }, query, signal)
}

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

async function findNamedActions(
  api: Api,
  resource: Resource,
  { name, matches }: ActionQuery,
  allows: AccessCheck,
  signal?: AbortSignal,
): Promise<PaletteItem[]> {
  const { records: foundRecords } = await searchResource(api, resource, name, maxPerKind, signal)
  return foundRecords.flatMap((record) =>
    getRecordActions(resource, record, allows)
      .filter(matches)
      .map(({ label, to }) => ({ label, to, tells: getLabel(resource, record) })),
  )
}

/** Finds the actions that the text names for the store of the current page. */
async function findStoreActions(
  api: Api,
  text: string,
  { here, allows }: { here: PalettePage; allows: AccessCheck },
  signal?: AbortSignal,
): Promise<PaletteItem[]> {
  const id = getPathStoreId(here.pathname)
  if (!id || !matchesActionLabel(text)) return []
  const store = await loadRecord(api, stores, id, signal)
  return getRecordActions(stores, store, allows)
    .filter(({ label }) => matchesWordPrefixes(label, getSearchWords(text)))
    .map(({ label, to }) => ({ label, to, tells: getLabel(stores, store) }))
}

function toItems(resource: Resource, found: AnyRecord[], here: PalettePage): PaletteItem[] {
  const options = toReferenceOptions(toReferenceTarget(resource), found)
  return options.flatMap(({ label, detail: tells = '' }, index) => {
    const record = found[index]
    return record ? [{ to: buildResultUrl(resource, record, here), label, tells }] : []
  })
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
