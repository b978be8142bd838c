import { fieldKinds } from '../fields/kinds.ts'
import type { FilterOp, KindDefinition } from '../fields/kind.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '../resource.ts'
import { joinFilterValues, parseFilterIds, splitFilterValues } from './filterValues.ts'
import { getColumnField, getColumnFilterOps, getFilterKind } from './filterColumns.ts'
import type { IgnoredParam, ListFilter } from './filterColumns.ts'

/** Filters of which a record must match at least one. */
export type FilterGroup = readonly ListFilter[]

export const maxFilterLength = 200

/** Whether a URL parameter is a filter, or an alternative of a group: `any[1][status][eq]`. */
export const isFilterParam = (name: string): boolean =>
  name.startsWith('filter[') || name.startsWith('any[')

type FilterParam = { group: number | null; field: string; op: string }

function parseFilterParam(name: string): FilterParam {
  const [, group, field = '', op = ''] =
    /^(?:filter|any\[(\d{1,2})\])\[(\w+)\]\[(\w+)\]$/.exec(name) ?? []
  return { group: group === undefined ? null : Number(group), field, op }
}

/** Comparisons whose values can be in one parameter or in several with the same name. */
const severalOps: readonly FilterOp[] = ['in', 'not']

/** Comparisons whose value isn't simply one of the field's kind. */
const compoundOps: readonly FilterOp[] = ['between', 'within', 'notWithin', 'empty']

/**
 * Parses the filters and the groups of alternatives in a list's URL. `normalize` prepares a text
 * for the platform. Returns in `unread` what can't be used.
 */
export function parseFilters(
  resource: Resource,
  params: URLSearchParams,
  normalize: (text: string) => string,
): { filters: ListFilter[]; groups: FilterGroup[]; unread: IgnoredParam[] } {
  const filters: ListFilter[] = []
  const groups = new Map<number, ListFilter[]>()
  const unread: IgnoredParam[] = []
  for (const [name, raw] of params) {
    if (!isFilterParam(name)) continue
    const { group, field, op: opName } = parseFilterParam(name)
    const op = getColumnFilterOps(resource, field).find((known) => known === opName)
    const isBlank = raw.trim() === ''
    // Forms send empty inputs, which aren't filters; neither is blank text, except that a text
    // containing blanks only finds nothing.
    if (raw === '' || (isBlank && opName !== 'contains')) continue
    const value = isBlank ? ' ' : normalize(raw)
    const report = (reason: string, shown = value || raw) =>
      unread.push({ name, field, op: opName, value: shown, reason })
    const siblings = group === null ? filters : (groups.get(group) ?? [])
    const isSame = (known: ListFilter) => known.field === field && known.op === op
    if (!op) {
      const { comparison, unknown } = messages.filters
      report(getFilterKind(resource, field) ? comparison(opName) : unknown)
    } else if (value === '') report(messages.filters.unreadable)
    else if (severalOps.includes(op) && siblings.some(isSame)) {
      const at = siblings.findIndex(isSame)
      const merged = { field, op, value: joinValues(siblings[at]?.value ?? '', value) }
      const reason = validateFilter(resource, merged)
      if (reason) report(reason)
      else siblings[at] = merged
    } else {
      const filter = { field, op, value }
      const reason =
        validateFilter(resource, filter) ??
        (group === null ? findDuplicate(siblings, isSame) : findGroupProblem(groups, group))
      if (reason) report(reason)
      else if (!siblings.some((known) => isSame(known) && known.value === value)) {
        siblings.push(filter)
        if (group !== null) groups.set(group, siblings)
      }
    }
  }
  const inOrder = [...groups].toSorted(([one], [other]) => one - other)
  return { filters, groups: inOrder.map(([, group]) => group), unread }
}

const joinValues = (one: string, other: string): string =>
  joinFilterValues([...new Set([...splitFilterValues(one), ...splitFilterValues(other)])])

const findDuplicate = (filters: readonly ListFilter[], isSame: (one: ListFilter) => boolean) =>
  filters.some(isSame) ? messages.filters.twice : undefined

function findGroupProblem(groups: ReadonlyMap<number, FilterGroup>, group: number) {
  const filters = groups.get(group)
  if (!filters && groups.size >= limits.filterGroups)
    return messages.filters.exceeds(limits.filterGroups, 'groups')
  return filters && filters.length >= limits.groupFilters
    ? messages.filters.exceeds(limits.groupFilters, 'alternatives')
    : undefined
}

/** Returns why a filter's value can't be used; undefined if it can. */
export function validateFilter(
  resource: Resource,
  { field: name, op, value }: ListFilter,
): string | undefined {
  const { long, exceeds } = messages.filters
  if (name === 'id') return parseFilterIds(value) ? undefined : messages.filters.comparisonValue
  const kind = getFilterKind(resource, name)
  if (!kind) return messages.filters.unknown
  const values = severalOps.includes(op) ? splitFilterValues(value) : [value]
  if (values.some(({ length }) => length > maxFilterLength)) return long(maxFilterLength)
  if (values.length > limits.filterValues) return exceeds(limits.filterValues, 'values')
  const { filters, filterError }: KindDefinition = fieldKinds[kind]
  if (filters[op]?.(value, getColumnField(resource, name))) return undefined
  return compoundOps.includes(op) ? messages.filters.comparisonValue : filterError
}

/** Returns the name of a filter's parameter. Groups are counted from 1. */
export const getFilterParam = (
  { field, op }: Pick<ListFilter, 'field' | 'op'>,
  group: number | null = null,
): string => `${group === null ? 'filter' : `any[${group}]`}[${field}][${op}]`

/** Adds the filters and groups of a list to the parameters of its URL. */
export function appendFilters(
  params: URLSearchParams,
  filters: readonly ListFilter[],
  groups: readonly FilterGroup[] = [],
): void {
  for (const filter of filters) params.append(getFilterParam(filter), filter.value)
  for (const [at, group] of groups.entries())
    for (const filter of group) params.append(getFilterParam(filter, at + 1), filter.value)
}
