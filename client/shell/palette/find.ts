import '#client/forms.ts'
import '#client/stores.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { reference } from '#shared/engine/fields.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { recordAddress } from '#shared/engine/recordLink.ts'
import { optionsOf } from '#shared/engine/references.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { mayOpen } from '#shared/menu.ts'
import type { Guarded } from '#shared/menu.ts'
import { resources } from '#shared/resources/index.ts'
import { routeAt, routes } from '#shared/routes.ts'
import type { Route } from '#shared/routes.ts'
import { actorsContext, apiContext, factsContext } from '#client/contexts.ts'
import { amongParam, findParam, visitedPages } from '../finding.ts'
import type { Among, Here } from '../finding.ts'
import { paletteWords as say } from './words.ts'

/** One thing to open: what it is called, what tells it from others, and where it is. */
export type Item = { to: string; label: string; tells?: string }
export type Group = { title: string; items: Item[] }

/** What a text finds among the records; `failed` are the kinds that could not be searched. */
export type Findings = { groups: Group[]; failed: string[]; more: boolean }

/** Whether the operator may open what needs this right. */
export type Allows = (guarded: Guarded, action?: 'read' | 'write') => boolean

/** So many of each kind. */
const perKind = 5
const perSwitch = 30

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

/** Every word, in any order, whatever case and accents. */
const isCalled = (name: string, words: readonly string[]) =>
  words.every((word) => folded(name).includes(word))

const group = (title: string, items: Item[]): Group[] =>
  items.length > 0 ? [{ title, items }] : []

/** The pages that can be gone to. */
export function pages(text: string, allows: Allows): Group[] {
  const words = wordsOf(text)
  const list: readonly Route[] = routes
  const open = list
    .filter((route) => route.path !== '/' && !route.path.includes(':') && allows(route))
    .map(({ path, title, group: heading }) => ({ to: path, label: title, tells: heading ?? '' }))
  const alone = resources
    // In a panel it is nothing but its form.
    .filter((one) => one.single && allows(one, one.path.includes('?') ? 'write' : 'read'))
    .map(({ path, title }) => ({ to: path, label: inCapitals(title.many), tells: '' }))
  const called = [...open, ...alone].filter(({ label, tells }) =>
    isCalled(`${label} ${tells}`, words),
  )
  return group(say.go, called)
}

const inCapitals = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What can be done from anywhere: make something new. */
export function actions(text: string, allows: Allows): Group[] {
  const words = wordsOf(text)
  const made = resources.flatMap((resource) => {
    const creation = hasPage(resource) ? reference('', resource).to?.creation : undefined
    return creation && allows(creation, 'write')
      ? [{ to: creation.address, label: say.create(resource.title.one) }]
      : []
  })
  return group(
    say.act,
    made.filter(({ label }) => isCalled(label, words)),
  )
}

/** Lists that stand within a store alone, by their tab there. */
const tabs: Record<string, string> = { members: 'members', memberGroups: 'groups' }

const hasPage = ({ path }: Resource) => routeAt(path.split('?')[0] ?? '') !== undefined

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
      : !resource.single && (hasPage(resource) || tabs[resource.name]) && allows(resource),
  )
  const place = isSwitch ? here : { pathname: '', search: '' }
  if (wordsOf(text).length === 0 && !isSwitch) return { groups: [], failed: [], more: false }
  const found = await Promise.all(
    sought.map(async (resource) => {
      const title = inCapitals(resource.title.many)
      try {
        const page = await recordsOf(api, resource, text, isSwitch ? perSwitch : perKind, signal)
        const items = itemsOf(resource, page.records, place)
        return { title, items, more: isSwitch && page.page.next !== null }
      } catch {
        return { title, items: null, more: false }
      }
    }),
  )
  if (found.every(({ items }) => items === null)) throw new Error('No kind could be searched')
  return {
    groups: found.flatMap(({ title, items }) => group(title, items ?? [])),
    failed: found.flatMap(({ title, items }) => (items ? [] : [title])),
    more: found.some(({ more }) => more),
  }
}

const recordsOf = (
  api: Api,
  resource: Resource,
  search: string,
  limit: number,
  signal?: AbortSignal,
) => {
  const sort = { field: resource.label, descending: false }
  return listRecords(api, resource, { search, filters: [], sort, limit, after: null }, signal)
}

function itemsOf(resource: Resource, found: AnyRecord[], here: Here): Item[] {
  const { to: referred } = reference('', resource)
  const options = referred ? optionsOf(referred, found) : []
  return options.flatMap(({ label, tells = '' }, at) => {
    const record = found[at]
    return record ? [{ to: addressIn(resource, record, here), label, tells }] : []
  })
}

/** What follows the records; before anything is typed also where one was, which only the browser knows. */
export function rest(
  text: string,
  among: Among,
  { allows, pathname }: { allows: Allows; pathname: string | null },
): Group[] {
  if (among === 'stores') return []
  if (wordsOf(text).length > 0) return actions(text, allows)
  const items = (pathname === null ? [] : visitedPages())
    .filter(({ to }) => to !== pathname)
    .slice(0, 5)
    .map(({ to, title }) => {
      // The last part of a title is the product's name.
      const [label = title, ...tells] = title.split(' · ').slice(0, -1)
      return { to, label, tells: tells.join(' · ') }
    })
  const visited = items.length > 0 ? [{ title: say.visited, items }] : []
  return [...visited, ...actions('', allows), ...pages('', allows)]
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
