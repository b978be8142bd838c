import { getColumnField, getFilterKind } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { FilterGroup } from '#shared/engine/list/filterGroups.ts'
import {
  parseFilterIds,
  parseFilterPeriod,
  parseFilterRange,
  splitFilterValues,
} from '#shared/engine/list/filterValues.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { messages } from '#shared/messages.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'

const listMessages = messages.list

/** Labels of the inputs for comparisons, after their column: "Position from". */
const inputLabels: Record<string, string> = {
  contains: listMessages.contains,
  has: listMessages.has,
  gte: listMessages.from,
  lte: listMessages.to,
}

const { starts, gt, lt } = listMessages.comparisons
const operatorLabels: Partial<Record<ListFilter['op'], string>> = {
  starts,
  gt,
  lt,
  eq: listMessages.is,
  contains: listMessages.contains,
  has: listMessages.has,
  gte: listMessages.atLeast,
  lte: listMessages.atMost,
}
const timeOperatorLabels: Partial<Record<ListFilter['op'], string>> = {
  gte: listMessages.since,
  lte: listMessages.until,
}

const parameterLabels: Record<string, string> = messages.filters.parameters

/**
 * Formats a filter without its value: "Group", "Position from". An unknown filter keeps the name
 * from the URL.
 */
export function formatFilterName(
  resource: Resource,
  { name, field, op }: { name?: string; field: string; op: string },
): string {
  if (name && !getFilterKind(resource, field))
    return Object.hasOwn(parameterLabels, name) ? (parameterLabels[name] ?? name) : name
  const comparison = Object.hasOwn(inputLabels, op) && inputLabels[op]
  return [getColumnLabel(resource, field), comparison].filter(Boolean).join(' ')
}

/**
 * Formats a filter part by part: "Position:", "at least", "10". A switch has no operator: "Active:",
 * "", "Yes". A typed text stays as it is, unless it has a label.
 */
export function formatFilterParts(
  resource: Resource,
  { field: name, op, value }: ListFilter,
  labels: Labels,
  zone: string,
): [field: string, operator: string, value: string] {
  const field = getColumnField(resource, name)
  const label = getColumnLabel(resource, name)
  const valueLabel = labels[getValueLabelKey(name, value)]
  if (valueLabel !== undefined && op === 'eq') return [label, listMessages.is, valueLabel]
  const rich = formatRichFilter(resource, { field: name, op, value }, labels, zone)
  if (rich) return [name === 'id' ? resource.title.many : label, ...rich]
  const isTime = field.kind === 'instant' || field.kind === 'date'
  const shown =
    field.target && op === 'eq'
      ? (labels[name] ?? value)
      : op === 'contains'
        ? value
        : getKind(field).formatFilter(value, field, zone)
  if (field.kind === 'toggle') return [`${label}:`, '', shown]
  return [
    op === 'gte' || op === 'lte' ? `${label}:` : label,
    (isTime && timeOperatorLabels[op]) || (operatorLabels[op] ?? ''),
    shown,
  ]
}

/** Names of values that a chip shows; it counts the others. */
const shownValues = 3

/**
 * Formats the comparison and the value of a filter with several values, a range, or a time; null
 * for another one.
 */
function formatRichFilter(
  resource: Resource,
  { field: name, op, value }: ListFilter,
  labels: Labels,
  zone: string,
): [operator: string, value: string] | null {
  const { comparisons } = listMessages
  if (name === 'id') return [comparisons.listed, String(parseFilterIds(value)?.length ?? 0)]
  const field = getColumnField(resource, name)
  const { formatFilter, multiple } = getKind(field)
  const format = (one: string) =>
    field.target ? (labels[getValueLabelKey(name, one)] ?? one) : formatFilter(one, field, zone)
  switch (op) {
    case 'in':
    case 'not': {
      const values = splitFilterValues(value)
      const words = listMessages.values(values.slice(0, shownValues).map(format), values.length)
      const isOne = values.length === 1
      if (multiple) return [op === 'in' ? comparisons.hasAny : comparisons.hasNone, words]
      if (op === 'in') return [isOne ? listMessages.is : comparisons.in, words]
      return [isOne ? comparisons.isNot : comparisons.not, words]
    }
    case 'empty':
      return [value === '1' ? listMessages.is : comparisons.isNot, comparisons.empty]
    case 'between': {
      const [from, to] = parseFilterRange(value) ?? [value, value]
      return [comparisons.between, comparisons.ends(format(from), format(to))]
    }
    case 'within':
    case 'notWithin': {
      const period = parseFilterPeriod(value)
      const isIn = op === 'within'
      return period && [comparisons.period(isIn, period.direction), comparisons.time(period)]
    }
    default:
      return null
  }
}

/** Formats alternatives: "Status is Suspended or Open alerts is over 0". */
export const formatGroup = (
  resource: Resource,
  group: FilterGroup,
  labels: Labels,
  zone: string,
): string =>
  listMessages.alternatives(
    group.map((filter) => joinFilterParts(formatFilterParts(resource, filter, labels, zone))),
  )

/** Returns the key of a value's label among the names of a list's filters. */
export const getValueLabelKey = (field: string, value: string): string => `${field}.${value}`

/** Joins the parts of a filter: "Position: at least 10", "Active: Yes". */
export const joinFilterParts = (parts: readonly string[]): string => parts.filter(Boolean).join(' ')
