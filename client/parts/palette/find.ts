import '#client/frame/storeForms.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { listRecords, readRecord } from '#shared/engine/recordCalls.ts'
import { recordAddress } from '#shared/engine/recordLink.ts'
import { optionsOf } from '#shared/engine/fields/references.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { labelOf, listTitle, sortable } from '#shared/engine/resource.ts'
import { permitted } from '#shared/engine/scope.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { mayOpen } from '#shared/navigation/menu.ts'
import { resources } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { actorsContext, apiContext, factsContext } from '#client/runtime/contexts.ts'
import { amongParam, findParam, visitedPages } from '#client/shell/finding.ts'
import type { Among, Here } from '#client/shell/finding.ts'
import { beginsLike, isCalled, nearnessOf, wordsOf } from './matching.ts'
import { group, hasPage, storeIn } from './offers.ts'
import type { Group, Item } from './offers.ts'
import { actionsOn, askedIn, isAction, mayHave } from './recordActions.ts'
import type { Action, Allows, Asked } from './recordActions.ts'
import { paletteWords as say } from './words.ts'

/** What a text finds among the records, and what it asks to be done with some; `failed` are the kinds that could not be searched. */
export type Findings = { groups: Group[]; acts: Item[]; failed: string[]; more: boolean }

export const nothing: Findings = { groups: [], acts: [], failed: [], more: false }

/** Of what was found by another text what this one calls too, until it was searched for itself; what was to be done with it is another thing. */
export const stillCalled = ({ groups, ...found }: Findings, text: string): Findings => {
  const words = wordsOf(text)
  const isStill = ({ label, tells = '', of = '' }: Item) =>
    isCalled(`${label} ${tells} ${of}`, words)
  return {
    ...found,
    groups: groups.flatMap(({ title, items }) => group(title, items.filter(isStill))),
    acts: [],
    more: false,
  }
}

const perKind = 5
const perSwitch = 30

const tabs: Record<string, string> = { members: 'members', memberGroups: 'groups' }

/** Entries that have no name to open them by are read in their lists, those of a store there alone. */
const standsAlone = (resource: Resource) =>
  hasPage(resource) && !tabs[resource.name] && (!resource.entries || !!resource.opens)

function addressIn(resource: Resource, record: AnyRecord, { pathname, search }: Here): string {
  const { name, scope = '', label } = resource
  const tab = tabs[name]
  if (tab) {
    const sought = new URLSearchParams({ tab, search: String(record[label]) })
    return `/stores/${String(record[scope])}?${sought}`
  }
  if (name !== 'stores') return recordAddress(resource, record)
  // Of another store the same page, and the same tab of it.
  const shown = new URLSearchParams(search).get('tab')
  const [, below = ''] = /^\/stores\/\d+(\/.*)?$/.exec(pathname) ?? []
  return `/stores/${record.id}${below}${shown && !below ? `?tab=${shown}` : ''}`
}

/** The stores whose pages one was on last, save this one: only the browser knows them. */
export const visitedStores = (here: Here): Group[] =>
  group(
    say.visited,
    visitedPages().flatMap(({ to, title }) => {
      const id = /^\/stores\/\d+$/.test(to) ? storeIn(to) : null
      const [label = title] = title.split(' · ')
      return id === null || id === storeIn(here.pathname)
        ? []
        : [{ to: addressIn(stores, { id } as AnyRecord, here), label }]
    }),
  )

/** The records that a text finds, of all kinds that may be read, each kind for itself: one that fails takes no other along. */
export async function records(
  api: Api,
  text: string,
  { among, here, allows }: { among: Among; here: Here; allows: Allows },
  signal?: AbortSignal,
): Promise<Findings> {
  const isSwitch = among === 'stores'
  const sought = resources.filter((resource) =>
    isSwitch
      ? resource.name === 'stores'
      : !resource.single && (standsAlone(resource) || tabs[resource.name]) && allows(resource),
  )
  const place = isSwitch ? here : { pathname: '', search: '' }
  if (wordsOf(text).length === 0 && !isSwitch) return nothing
  const asked = isSwitch ? null : askedIn(text)
  const kinds = await Promise.all(
    sought.map(async (resource) => {
      const title = listTitle(resource)
      try {
        const isStores = resource.name === 'stores'
        const [page, ofHere, named] = await Promise.all([
          recordsOf(api, resource, text, isSwitch ? perSwitch : perKind, signal),
          isStores && !isSwitch ? actsHere(api, text, { here, allows }, signal) : [],
          asked && standsAlone(resource) && mayHave(resource, asked)
            ? actsOf(api, resource, asked, allows, signal)
            : [],
        ])
        const acts = [...ofHere, ...named]
        const found = page.records.toSorted(
          (one, other) => nearness(resource, one, text) - nearness(resource, other, text),
        )
        // Whoever may not change it reads it.
        const theirs = permitted(resource, (action) => allows(resource, action))
        const items = resource.foundAs ? [] : itemsOf(theirs, found, place)
        const [top] = found
        const below =
          top && items.length > 0 && !isSwitch && standsAlone(resource)
            ? actionsOn(resource, top, allows)
            : []
        const isMore = page.page.next !== null || page.page.total > found.length
        const more = isSwitch && isMore
        return { title, items, below, acts, more, near: top ? nearness(resource, top, text) : 2 }
      } catch {
        return { title, items: null, below: [], acts: [], more: false, near: 2 }
      }
    }),
  )
  // What is called exactly so stands before what merely holds it, whatever kind it is of.
  const found = kinds.toSorted((one, other) => one.near - other.near)
  if (found.every(({ items }) => items === null)) throw new Error('No kind could be searched')
  const top = found.find(({ items }) => items?.length)
  return {
    groups: found.flatMap((one) =>
      group(one.title, one === top ? withActions(one) : (one.items ?? [])),
    ),
    acts: found.flatMap(({ acts }) => acts),
    failed: found.flatMap(({ title, items }) => (items ? [] : [title])),
    more: found.some(({ more }) => more),
  }
}

/** By what a search looks into, as the platform orders what it found; a first name and a last name are two fields. */
function nearness(resource: Resource, record: AnyRecord, text: string) {
  const texts = resource.search.map((name) => record[name])
  const pairs = texts.slice(1).map((one, at) => `${String(texts[at])} ${String(one)}`)
  return nearnessOf([labelOf(resource, record), ...texts, ...pairs], text)
}

const recordsOf = (
  api: Api,
  resource: Resource,
  search: string,
  limit: number,
  signal?: AbortSignal,
) => {
  const byName = { field: resource.label, descending: false }
  const sort = sortable(resource).includes(resource.label) ? byName : usualSort(resource)
  const query = { search, filters: [], sort, limit, after: null }
  const closest = wordsOf(search).length > 0 && { asks: { ...resource.asks, closest: 'true' } }
  return listRecords(api, { ...resource, ...closest }, query, signal)
}

/** The first of all that was found has below it what is done with it most. */
const withActions = ({ items, below }: { items: Item[] | null; below: Action[] }): Item[] => {
  const [top, ...others] = items ?? []
  if (!top) return []
  const parts = below.filter(({ first }) => first)
  return [top, ...parts.map(({ label, to }) => ({ label, to, of: top.label })), ...others]
}

async function actsOf(
  api: Api,
  resource: Resource,
  { name, calls }: Asked,
  allows: Allows,
  signal?: AbortSignal,
): Promise<Item[]> {
  const { records: called } = await recordsOf(api, resource, name, perKind, signal)
  return called.flatMap((record) =>
    actionsOn(resource, record, allows)
      .filter(calls)
      .map(({ label, to }) => ({ label, to, tells: labelOf(resource, record) })),
  )
}

/** What the words ask to be done with the store whose page one is on. */
async function actsHere(
  api: Api,
  text: string,
  { here, allows }: { here: Here; allows: Allows },
  signal?: AbortSignal,
): Promise<Item[]> {
  const id = storeIn(here.pathname)
  if (!id || !isAction(text)) return []
  const store = await readRecord(api, stores, id, signal)
  return actionsOn(stores, store, allows)
    .filter(({ label }) => beginsLike(label, wordsOf(text)))
    .map(({ label, to }) => ({ label, to, tells: labelOf(stores, store) }))
}

function itemsOf(resource: Resource, found: AnyRecord[], here: Here): Item[] {
  const { to: referred } = reference('', resource)
  const options = referred ? optionsOf(referred, found) : []
  return options.flatMap(({ label, tells = '' }, at) => {
    const record = found[at]
    return record ? [{ to: addressIn(resource, record, here), label, tells }] : []
  })
}

/** What the address looked for, and what of it was found; null where the search did not work. */
export type Loaded = { text: string; among: Among; findings: Findings | null }

export async function load({ request, context }: LoaderFunctionArgs): Promise<Loaded> {
  const { pathname, search, searchParams } = new URL(request.url)
  const { context: visitor } = context.get(actorsContext).session.getSnapshot()
  const facts = context.get(factsContext)
  const allows: Allows = (guarded, action) => mayOpen(guarded, facts, visitor, action)
  const among = searchParams.get(amongParam) === 'stores' ? 'stores' : 'all'
  const text = (searchParams.get(findParam) ?? '').trim()
  const asked = { among, here: { pathname, search }, allows } as const
  const found = records(context.get(apiContext), text, asked, request.signal)
  return { text, among, findings: await found.catch(() => null) }
}
