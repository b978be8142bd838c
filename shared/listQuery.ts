import type { FieldKind } from './fields.ts'
import { limits } from './limits.ts'
import { columnsOf, fieldOf, sortable } from './resource.ts'
import type { Resource } from './resource.ts'

export type FilterOp = 'eq' | 'contains' | 'has' | 'gte' | 'lte'
export type Filter = { field: string; op: FilterOp; value: string }
export type Sort = { field: string; descending: boolean }

/** What a list shows; the same words in a page's address and in the API's query (design.md, API). */
export type ListQuery = {
  search: string
  filters: Filter[]
  sort: Sort
  /** Rows of a page. */
  limit: number
  /** Where the page begins: a cursor the API gave, or null for the first page. */
  after: string | null
}

/** The comparisons a filter offers for each kind of field. */
export const filterOps: Record<FieldKind, readonly FilterOp[]> = {
  // The whole text where a record is looked for by its label (references.ts).
  text: ['contains', 'eq'],
  longText: ['contains'],
  colour: ['contains'],
  select: ['eq'],
  toggle: ['eq'],
  integer: ['gte', 'lte'],
  decimal: ['gte', 'lte'],
  instant: ['gte', 'lte'],
  list: ['has'],
  // By a part of the other record's label, or by its id as links do.
  reference: ['contains', 'eq'],
}

const instants = ['createdAt', 'updatedAt']

/** The kind a column filters as; undefined when it cannot be filtered. */
export function filterKind(resource: Resource, column: string): FieldKind | undefined {
  return fieldOf(resource, column)?.kind ?? (instants.includes(column) ? 'instant' : undefined)
}

/** The columns of a resource that can be filtered. */
export const filterable = (resource: Resource): string[] =>
  columnsOf(resource).filter((column) => filterKind(resource, column))

/** The columns that a list offers filters for. */
export const offeredFilters = (resource: Resource): readonly string[] =>
  resource.filters ?? filterable(resource)

const longestSearch = 200
const longestCursor = 1000

/** A tab that came along with a pasted word is a blank; platforms refuse control characters. */
const tidied = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').trim()

/**
 * Reads a list's address. What cannot be used is left out and named in `problems`: a page ignores it, the API
 * answers 400 with the first.
 */
export function parseListQuery(
  resource: Resource,
  params: URLSearchParams,
): { query: ListQuery; problems: string[] } {
  const problems: string[] = []
  const search = [...tidied(params.get('search') ?? '')]
  if (search.length > longestSearch)
    problems.push(`search must be at most ${longestSearch} characters`)

  const sort = parseSort(resource, params.get('sort'))
  if (!sort)
    problems.push(
      `sort must be one of ${sortable(resource).join(', ')}, with - before it for descending`,
    )

  const sizes: readonly number[] = limits.pageSizes
  const limit = Number(params.get('limit') || 50)
  const known = Number.isInteger(limit) && limit >= 1 && limit <= Math.max(...sizes)
  if (!known) problems.push(`limit must be a whole number from 1 to ${Math.max(...sizes)}`)

  const after = params.get('after') || null
  const usable = after === null || (after.length <= longestCursor && tidied(after) === after)
  if (!usable) problems.push('after is not a cursor of this list')

  return {
    query: {
      search: search.slice(0, longestSearch).join('').trim(),
      filters: parseFilters(resource, params, problems),
      sort: sort ?? { field: resource.sort, descending: false },
      limit: known ? limit : 50,
      after: usable ? after : null,
    },
    problems,
  }
}

function parseSort(resource: Resource, given: string | null): Sort | undefined {
  if (!given) return { field: resource.sort, descending: false }
  const descending = given.startsWith('-')
  const field = descending ? given.slice(1) : given
  return sortable(resource).includes(field) ? { field, descending } : undefined
}

function parseFilters(resource: Resource, params: URLSearchParams, problems: string[]): Filter[] {
  const filters: Filter[] = []
  for (const [key, raw] of params) {
    if (!key.startsWith('filter[')) continue
    const [, field = '', op = ''] = /^filter\[(\w+)\]\[(\w+)\]$/.exec(key) ?? []
    const kind = filterKind(resource, field)
    const value = tidied(raw)
    if (value === '') continue
    const allowed = kind && filterOps[kind].find((known) => known === op)
    if (!kind || !allowed || value.length > longestSearch)
      problems.push(`${key} is not a filter of this list`)
    else if (!readable(resource, kind, { field, op: allowed, value }))
      problems.push(`${key} does not take the value given`)
    else if (filters.some((known) => known.field === field && known.op === op))
      problems.push(`${key} may be given once`)
    else filters.push({ field, op: allowed, value })
  }
  return filters
}

function readable(resource: Resource, kind: FieldKind, { field, op, value }: Filter): boolean {
  if (kind === 'reference') return op === 'contains' || /^\d{1,9}$/.test(value)
  if (kind === 'toggle') return value === '1' || value === '0'
  if (kind === 'integer' || kind === 'decimal') return /^-?\d{1,12}(\.\d{1,6})?$/.test(value)
  if (kind === 'instant')
    return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))
  if (kind === 'select')
    return fieldOf(resource, field)?.options?.some((option) => option.value === value) ?? false
  return true
}

/** The address of a list, without what is default: one view has one address. */
export function listParams(resource: Pick<Resource, 'sort'>, query: ListQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  for (const { field, op, value } of query.filters) params.append(`filter[${field}][${op}]`, value)
  const { field, descending } = query.sort
  if (field !== resource.sort || descending) params.set('sort', `${descending ? '-' : ''}${field}`)
  if (query.limit !== 50) params.set('limit', String(query.limit))
  if (query.after) params.set('after', query.after)
  return params
}
