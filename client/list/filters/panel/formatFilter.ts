import { getColumnField } from '#shared/engine/list/filterColumns.ts'
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
import { formatFilterParts, getValueLabelKey, joinFilterParts } from '../filterText.ts'
import { chipMessages } from './messages.ts'

/** Formats any filter part by part, as `formatFilterParts` does for those of the menu. */
export function formatFilter(
  resource: Resource,
  filter: ListFilter,
  labels: Labels,
  zone: string,
): [field: string, operator: string, value: string] {
  const parts = formatPanelFilter(resource, filter, labels, zone)
  const label = filter.field === 'id' ? resource.title.many : getColumnLabel(resource, filter.field)
  return parts ? [label, ...parts] : formatFilterParts(resource, filter, labels, zone)
}

/** Names of values that a chip shows; it counts the others. */
const shownValues = 3

/**
 * Formats the comparison and the value of a filter with several values, a range, or a time; null
 * for another one.
 */
function formatPanelFilter(
  resource: Resource,
  { field: name, op, value }: ListFilter,
  labels: Labels,
  zone: string,
): [operator: string, value: string] | null {
  const { comparisons } = chipMessages
  if (name === 'id') return [comparisons.listed, String(parseFilterIds(value)?.length ?? 0)]
  const field = getColumnField(resource, name)
  const { formatFilter: formatValue, multiple } = getKind(field)
  const format = (one: string) =>
    field.target ? (labels[getValueLabelKey(name, one)] ?? one) : formatValue(one, field, zone)
  switch (op) {
    case 'in':
    case 'not': {
      const values = splitFilterValues(value)
      const words = chipMessages.listValues(values.slice(0, shownValues).map(format), values.length)
      const isOne = values.length === 1
      if (multiple) return [op === 'in' ? comparisons.hasAny : comparisons.hasNone, words]
      if (op === 'in') return [isOne ? messages.list.is : comparisons.in, words]
      return [isOne ? comparisons.isNot : comparisons.not, words]
    }
    case 'empty':
      return [value === '1' ? messages.list.is : comparisons.isNot, comparisons.empty]
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
    case 'starts':
    case 'gt':
    case 'lt':
      return [comparisons[op], op === 'starts' ? value : format(value)]
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
  chipMessages.alternatives(
    group.map((filter) => joinFilterParts(formatFilter(resource, filter, labels, zone))),
  )
