import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { readVisitedPages } from '#client/shell/paletteUrl.ts'
import type { PaletteScope, PalettePage } from '#client/shell/paletteUrl.ts'
import { matchesWords, getSearchWords } from './matching.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './paletteItem.ts'
import { listFields, listFilters, listPages, listParts } from './places.ts'
import type { Place } from './places.ts'
import { includesWord, rateNames, ratings } from './rating.ts'
import { listStoreFields } from './settingItems.ts'
import { findById, findCreateActions, findInvitation, findJob } from './verbs.ts'
import { changeVerbs, fillers } from './vocabulary.ts'
import { toWords } from './wordStems.ts'
import type { Word } from './wordStems.ts'
import { paletteMessages } from './messages.ts'

export const toGroupUnlessEmpty = (title: string, items: PaletteItem[]): PaletteGroup[] =>
  items.length > 0 ? [{ title, items }] : []

/** Lists the pages that the operator can open, for a palette in which nothing is typed yet. */
export const listPageGroup = (allows: AccessCheck): PaletteGroup[] =>
  toGroupUnlessEmpty(
    paletteMessages.go,
    listPages(allows).map(({ to, label, detail = '' }) => ({ to, label, detail })),
  )

/** Finds pages, their parts, lists with a filter, and settings by what they are called. */
export function findPlaces(
  text: string,
  allows: AccessCheck,
  { pathname }: PalettePage,
  withTypos = false,
): PaletteGroup[] {
  const storeId = getPathStoreId(pathname)
  const find = (places: readonly Place[], penalty = 0) =>
    ratePlaces(places, text, withTypos).map((item) => ({ ...item, rating: item.rating + penalty }))
  const pages = [
    ...find([...listPages(allows), ...listParts(allows)]),
    ...find(listFilters(allows), penalties.filter),
  ]
  const settings = [
    ...(storeId === null ? [] : find(listStoreFields(storeId, allows))),
    ...find(listFields(allows, findPaymentSetupPath(pathname))).map((item) => ({
      ...item,
      rating: item.rating + getFieldPenalty(item.to, pathname),
    })),
  ]
  const listed = takeClosest(pages, settings, maxPlaces)
  // A field that only leads to a page listed already would be listed twice.
  const others = settings.filter((item) => !listed.some(({ to }) => to === item.to))
  return [
    ...toGroupUnlessEmpty(paletteMessages.go, listed),
    ...toGroupUnlessEmpty(paletteMessages.settings, takeClosest(others, pages, maxSettings)),
  ]
}

const findPaymentSetupPath = (pathname: string): string =>
  /^\/payment-setup\/\d+\/details$/.test(pathname) ? pathname : ''

const [maxPlaces, maxSettings] = [8, 5]

const penalties = {
  filter: 0.05,
  /** For a field of another page than this one. */
  otherPage: 0.15,
  /** For a field that is only in the form of one of the records of a page. */
  otherRecord: 0.3,
} as const

function getFieldPenalty(to: string, pathname: string): number {
  if (!to.includes('#')) return penalties.otherRecord
  return to.startsWith(`${pathname}?`) ? 0 : penalties.otherPage
}

/** If a label is the text itself, names that only share words with it are left out. */
const [wholeRating, sharedRating] = [0.05, 0.5]

const takeClosest = <Item extends { rating: number; to: string }>(
  items: readonly Item[],
  others: readonly Item[],
  count: number,
): Item[] => {
  const isWhole = [...items, ...others].some(({ rating }) => rating < wholeRating)
  return items
    .filter(({ rating }) => !isWhole || rating < sharedRating)
    .toSorted((one, other) => one.rating - other.rating)
    .filter(({ to }, index, all) => all.findIndex((one) => one.to === to) === index)
    .slice(0, count)
}

function ratePlaces(places: readonly Place[], text: string, withTypos: boolean) {
  const typed = toWords(text)
  const bare = omitFillers(typed)
  return places.flatMap((place) => {
    if (place.choice !== undefined && !includesWord(place.choice, bare, withTypos)) return []
    const rating =
      rateNames(place, typed, withTypos) ??
      (bare.length < typed.length ? rateNames(place, bare, withTypos) : null)
    const { aliases: _, options: __, context: ___, choice: ____, ...item } = place
    return rating === null ? [] : [{ ...item, rating }]
  })
}

/** Leaves out words that don't narrow down the search, unless there are no others. */
function omitFillers(words: readonly Word[]): readonly Word[] {
  const bare = words.filter(({ text }) => !fillers.has(text) && !changeVerbs.has(text))
  return bare.length > 0 ? bare : words
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

/** After all that was found by its name. */
const lastRating = 3

/** Finds offered actions by their labels; all of them, unrated, if nothing is typed. */
function findActions(
  offered: readonly PaletteItem[],
  text: string,
  words: readonly string[],
): PaletteItem[] {
  if (words.length === 0) return [...offered]
  const typed = toWords(text)
  return offered.flatMap((item) => {
    const rating = rateNames({ label: item.label, aliases: item.aliases ?? [] }, typed)
    if (rating !== null) return [{ ...item, rating }]
    return matchesWords(item.label, words) ? [{ ...item, rating: ratings.mixed }] : []
  })
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
  const everywhere = [
    ...findJob(text, here),
    ...findInvitation(text, allows),
    ...findCreateActions(text, allows),
    ...(words.length > 0 ? findById(text, allows) : []),
    ...findActions(around, text, words),
  ]
  // Actions that every page offers are listed once.
  const everyPageItems = [...everywhere, ...listPages(allows)]
  const pageActions = findActions(ofPage, text, words).filter(
    (one) => !everyPageItems.some(isSameItem(one)),
  )
  if (words.length > 0)
    return toGroupUnlessEmpty(
      paletteMessages.act,
      [
        ...pageActions,
        ...acts.filter((act) => !pageActions.some(isSameItem(act))),
        ...everywhere,
        ...buildLogSearch(text, pathname),
      ].toSorted((one, other) => (one.rating ?? lastRating) - (other.rating ?? lastRating)),
    )
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
    ...listPageGroup(allows),
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

/** Whether something was found by its name. Otherwise, the name may have a typo. */
export const hasClose = (groups: readonly PaletteGroup[]): boolean =>
  groups.some(({ items }) => items.some((item) => rate(item) < ratings.typo * closeShare))

/** A text of two words with a typo in one is as close as this share of a typo. */
const closeShare = 2 / 3

const maxBest = 3

function rate({ rating = lastRating }: PaletteItem): number {
  return rating
}

/**
 * Lists groups with closer items first. If the closest items of several groups wouldn't be at the
 * top, they form a group of their own.
 */
export function rankGroups(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const ranked = groups.toSorted(
    (one, other) => Math.min(...one.items.map(rate)) - Math.min(...other.items.map(rate)),
  )
  const closest = ranked
    .flatMap(({ items }) => items.filter(({ rating }) => rating !== undefined))
    .toSorted((one, other) => rate(one) - rate(other))
    .slice(0, maxBest)
  const top = ranked.flatMap(({ items }) => items).slice(0, maxBest)
  if (closest.every((item) => top.includes(item))) return ranked
  return [
    { title: paletteMessages.best, items: closest },
    ...ranked.flatMap(({ title, items }) =>
      toGroupUnlessEmpty(title, items.filter((item) => !closest.includes(item)).map(nameRecord)),
    ),
  ]
}

/** An action below a record is named with it where the record is among the best matches. */
const nameRecord = (item: PaletteItem): PaletteItem =>
  item.of === undefined ? item : { detail: item.of, ...item }
