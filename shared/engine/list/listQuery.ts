import { normalizeLine } from '../normalizeText.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { getSortableColumns } from '../resource.ts'
import type { Resource } from '../resource.ts'
import type { ListOptions } from '../resourceOptions.ts'
import { engineMessages } from '../messages.ts'
import type { IgnoredParam, ListFilter } from './filterColumns.ts'
import { appendFilters, parseFilters } from './filterGroups.ts'
import type { FilterGroup } from './filterGroups.ts'

/** A column that a list is sorted by. */
export type SortColumn = { field: string; descending: boolean }
/** The columns that a list is sorted by. Each decides between rows that the ones before leave equal. */
export type Sort = readonly [SortColumn, ...SortColumn[]]

/**
 * Query of a list; the same parameters in a page's URL and in the API (design.md, "An area of the
 * platform").
 */
export type ListQuery = {
  search: string
  filters: ListFilter[]
  /** A record must match at least one filter of each group, and all other filters. */
  groups?: FilterGroup[]
  sort: Sort
  limit: number
  /** Where the page begins: a cursor from the API, or null for the first page. */
  after: string | null
  /** The saved selection that the records must be in, by its ID. */
  selection?: number | null
}

const maxSearchLength = 200
const maxCursorLength = 1000

/** Replaces control characters, such as a pasted tab, with spaces: platforms reject them. */
const normalizeSearchText = (text: string) => normalizeLine(text.replaceAll(/\p{Cc}/gu, ' '))

/**
 * Returns a search as it's sent. Blank text becomes one space: it's a search that finds nothing,
 * not the absence of one.
 */
export const toSearchText = (typed: string): string =>
  [...normalizeSearchText(typed)].slice(0, maxSearchLength).join('').trim() ||
  (typed === '' ? '' : ' ')

/**
 * Parses the URL of a list. Leaves out values that it can't use and returns them in `unread`, and
 * in `problems`, for which the API answers 400.
 */
export function parseListQuery(
  resource: Resource,
  params: URLSearchParams,
): { query: ListQuery; unread: IgnoredParam[]; problems: string[] } {
  const problems: string[] = []
  const ignored: IgnoredParam[] = []
  const addIgnored = (name: string, value: string, reason: string) =>
    ignored.push({ name, field: name, op: '', value, reason })
  const getValues = (name: string) => {
    const values = params.getAll(name).filter((value) => value !== '')
    if (name !== 'search') return values
    const texts = values.filter((value) => normalizeSearchText(value) !== '')
    return texts.length > 0 ? texts : values.slice(0, 1)
  }
  const getValue = (name: string) => getValues(name)[0] ?? ''
  const search = getValue('search')
  if ([...normalizeSearchText(search)].length > maxSearchLength)
    problems.push(engineMessages.longSearch(maxSearchLength))

  const sortText = getValue('sort')
  const sort = parseSort(resource, sortText)
  if ('problem' in sort) {
    problems.push(sort.problem)
    addIgnored('sort', sortText, sort.reason)
  }

  const sizes: readonly number[] = limits.pageSizes
  const size = getValue('limit')
  const limit = Number(size || 50)
  const isValidLimit = Number.isInteger(limit) && limit >= 1 && limit <= Math.max(...sizes)
  if (!isValidLimit) {
    problems.push(engineMessages.unknownLimit(Math.max(...sizes)))
    addIgnored('limit', size, messages.filters.limit(Math.max(...sizes)))
  }

  const after = getValue('after') || null
  const isValidCursor =
    after === null || (after.length <= maxCursorLength && normalizeSearchText(after) === after)
  if (!isValidCursor) {
    problems.push(engineMessages.unknownCursor)
    addIgnored('after', after, messages.filters.noPage)
  }

  const selectionText = getValue('selection')
  const selection = /^[1-9]\d{0,8}$/.test(selectionText) ? Number(selectionText) : null
  if (selectionText !== '' && selection === null) {
    problems.push(engineMessages.unknownSelection)
    addIgnored('selection', selectionText, messages.filters.unreadable)
  }

  for (const name of ['search', 'sort', 'limit', 'after', 'selection']) {
    for (const value of getValues(name).slice(1)) addIgnored(name, value, messages.filters.twice)
  }
  const { filters, groups, unread } = parseFilters(resource, params, normalizeSearchText)
  problems.push(...unread.map(({ name, reason }) => `${name} ${reason}.`))

  return {
    query: {
      search: toSearchText(search),
      filters,
      ...(groups.length > 0 && { groups }),
      sort: 'problem' in sort ? getDefaultSort(resource) : sort,
      limit: isValidLimit ? limit : 50,
      after: isValidCursor ? after : null,
      ...(selection !== null && { selection }),
    },
    unread: [...unread, ...ignored],
    problems,
  }
}

const parseSortColumn = (text: string): SortColumn =>
  text.startsWith('-')
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false }

/** Returns the order of a list until the operator chooses another. */
export const getDefaultSort = ({ list: { sort } }: Pick<Resource, 'list'>): Sort => [
  parseSortColumn(sort),
]

/** Formats an order for a URL: `organisationId,-createdAt`. */
export const formatSort = (sort: Sort): string =>
  sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')

/**
 * Parses an order. If the list can't have it, returns the API's sentence, and the reason for
 * the screen.
 */
function parseSort(resource: Resource, text: string): Sort | { problem: string; reason: string } {
  if (text === '') return getDefaultSort(resource)
  const [first = '', ...others] = text.split(',')
  const sort: Sort = [parseSortColumn(first), ...others.map(parseSortColumn)]
  const sortableColumns = getSortableColumns(resource)
  const fields = sort.map(({ field }) => field)
  if (!fields.every((field) => sortableColumns.includes(field)))
    return {
      problem: engineMessages.unknownSort(sortableColumns.join(', ')),
      reason: messages.filters.unsorted,
    }
  if (sort.length > limits.sortColumns)
    return {
      problem: engineMessages.longSort(limits.sortColumns),
      reason: messages.filters.longSort(limits.sortColumns),
    }
  if (new Set(fields).size < fields.length)
    return { problem: engineMessages.repeatedSort, reason: messages.filters.repeatedSort }
  return sort
}

/** Returns the URL parameters of a list, without defaults: one view has one URL. */
export function toSearchParams(
  { list }: { list: Pick<ListOptions, 'sort'> },
  query: ListQuery,
): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.selection) params.set('selection', String(query.selection))
  appendFilters(params, query.filters, query.groups)
  const sort = formatSort(query.sort)
  if (sort !== list.sort) params.set('sort', sort)
  if (query.limit !== 50) params.set('limit', String(query.limit))
  if (query.after) params.set('after', query.after)
  return params
}
