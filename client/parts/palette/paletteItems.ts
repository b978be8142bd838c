import { getListTitle } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { findResourceRoute } from '#shared/navigation/resourceRoute.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { readVisitedPages } from '#client/shell/paletteUrl.ts'
import type { PaletteScope, PalettePage } from '#client/shell/paletteUrl.ts'
import { matchesWords, getSearchWords } from './matching.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './recordActions.ts'
import { findCreateActions, findInvitation, findJob } from './verbs.ts'
import { pageAliases, paletteMessages } from './messages.ts'

export const toGroupUnlessEmpty = (title: string, items: PaletteItem[]): PaletteGroup[] =>
  items.length > 0 ? [{ title, items }] : []

export function findPages(text: string, allows: AccessCheck): PaletteGroup[] {
  const words = getSearchWords(text)
  const list: readonly Route[] = routes
  const open = list
    .filter((route) => route.path !== '/' && !route.path.includes(':') && allows(route))
    .map(({ path, title, group: heading }) => ({
      to: path,
      label: title,
      detail: heading ?? '',
      also: pageAliases[path] ?? '',
    }))
  // Lists that share another list's path, distinguished by a parameter. They can be found by their
  // singular too.
  const siblingLists = resources
    .filter((one) => !one.api.single && one.path.includes('?') && allows(one, 'read'))
    .map((one) => ({
      to: one.path,
      label: getListTitle(one),
      detail: findResourceRoute(one)?.title ?? '',
      also: `${one.title.one} ${pageAliases[one.path] ?? ''}`,
    }))
  const singleRecords = resources
    // Shown in a panel, a single record has nothing but its form, so it requires write access.
    .filter((one) => one.api.single && allows(one, one.path.includes('?') ? 'write' : 'read'))
    .map(({ path, title }) => ({ to: path, label: getListTitle({ title }), detail: '' }))
  const matches = [...open, ...siblingLists, ...singleRecords].filter((page) =>
    matchesWords(`${page.label} ${page.detail} ${'also' in page ? page.also : ''}`, words),
  )
  return toGroupUnlessEmpty(
    paletteMessages.go,
    matches.map(({ to, label, detail }) => ({ to, label, detail })),
  )
}

/** Returns the ID of the store whose page this is. */
export function getPathStoreId(pathname: string): number | null {
  const [, id] = /^\/stores\/(\d+)(\/|$)/.exec(pathname) ?? []
  return id ? Number(id) : null
}

function buildLogSearch(text: string, pathname: string): PaletteItem[] {
  const id = getPathStoreId(pathname)
  const search = text.trim()
  return id
    ? [{ label: paletteMessages.logs(search), to: buildStoreUrl(id, 'logs', { search }) }]
    : []
}

type PaletteContext = {
  allows: AccessCheck
  here: PalettePage
  around: PaletteItem[]
  ofPage: PaletteItem[]
}

const trimEllipsis = (label: string) => label.replace(/\.{3}$/, '')

export const isSameItem = (one: PaletteItem) => (other: PaletteItem) =>
  trimEllipsis(one.label) === trimEllipsis(other.label) || (one.to !== '' && one.to === other.to)

/**
 * Builds the groups that follow the records. Before anything is typed, they include recently
 * visited pages, which only the browser knows.
 */
export function buildGroupsAfterRecords(
  text: string,
  among: PaletteScope,
  {
    allows,
    here,
    acts,
    around,
    ofPage,
    live,
  }: PaletteContext & { acts: PaletteItem[]; live: boolean },
): PaletteGroup[] {
  if (among === 'stores') return []
  const { pathname } = here
  const words = getSearchWords(text)
  const isSought = ({ label }: PaletteItem) => matchesWords(label, words)
  const everywhere = [
    ...findJob(text, here),
    ...findInvitation(text, allows),
    ...findCreateActions(text, allows),
    ...around.filter(isSought),
  ]
  // Actions that every page offers are listed once.
  const everyPageItems = [...everywhere, ...findPages('', allows).flatMap(({ items }) => items)]
  const pageActions = ofPage.filter((one) => isSought(one) && !everyPageItems.some(isSameItem(one)))
  if (words.length > 0)
    return toGroupUnlessEmpty(paletteMessages.act, [
      ...pageActions,
      ...acts.filter((act) => !pageActions.some(isSameItem(act))),
      ...everywhere,
      ...buildLogSearch(text, pathname),
    ])
  const items = (live ? readVisitedPages() : [])
    .filter(({ to }) => to !== pathname)
    .slice(0, 5)
    .map(({ to, title }) => {
      // The last part of a title is the product's name.
      const [label = title, ...detail] = title.split(' · ').slice(0, -1)
      return { to, label, detail: detail.join(' · ') }
    })
  return [
    ...toGroupUnlessEmpty(paletteMessages.visited, items),
    ...findPages('', allows),
    ...toGroupUnlessEmpty(paletteMessages.act, [...pageActions, ...everywhere]),
  ]
}

/** Removes items that a group above already lists. */
export const omitListedItems = (above: PaletteGroup[], groups: PaletteGroup[]): PaletteGroup[] =>
  groups.flatMap(({ title, items }) =>
    toGroupUnlessEmpty(
      title,
      items.filter((item) => !above.some((one) => one.items.some(({ to }) => to === item.to))),
    ),
  )
