import { getColumnField, getFilterKind } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
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

const operatorLabels: Partial<Record<ListFilter['op'], string>> = {
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

/** Returns the label of a URL parameter. Quotes an unknown one by its name. */
export const getParameterLabel = (name: string, labels: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(labels, name) && labels[name]) || messages.filters.unknownParameter(name)

/** Whether a filter is edited in the panel, because the menu has no inputs for its comparison. */
export const isPanelFilter = ({ op }: Pick<ListFilter, 'op'>): boolean => !operatorLabels[op]

/**
 * Formats a filter without its value: "Group", "Position from". An unknown one is quoted by
 * its name in the URL.
 */
export function formatFilterName(
  resource: Resource,
  { name, field, op }: { name?: string; field: string; op: string },
): string {
  if (name && !getFilterKind(resource, field)) return getParameterLabel(name, parameterLabels)
  const comparison = Object.hasOwn(inputLabels, op) && inputLabels[op]
  return [getColumnLabel(resource, field), comparison].filter(Boolean).join(' ')
}

/**
 * Formats a filter part by part: "Position", "is at least", "10". A switch has no operator: "Active:",
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
  if (valueLabel !== undefined && (op === 'eq' || op === 'contains'))
    return [label, listMessages.is, valueLabel]
  const isTime = field.kind === 'instant' || field.kind === 'date'
  const shown =
    field.target && op === 'eq'
      ? (labels[name] ?? value)
      : op === 'contains'
        ? value
        : getKind(field).formatFilter(value, field, zone)
  if (field.kind === 'toggle') return [`${label}:`, '', shown]
  return [label, (isTime && timeOperatorLabels[op]) || (operatorLabels[op] ?? ''), shown]
}

/** Returns the key of a value's label among the names of a list's filters. */
export const getValueLabelKey = (field: string, value: string): string => `${field}.${value}`

/** Joins the parts of a filter: "Position is at least 10", "Active: Yes". */
export const joinFilterParts = (parts: readonly string[]): string => parts.filter(Boolean).join(' ')
