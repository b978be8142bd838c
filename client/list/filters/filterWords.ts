import { columnField, filterKind } from '#shared/engine/list/listQuery.ts'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'

const say = messages.list

/** What the input of a comparison is called behind its column: "Position from". */
const inputs: Record<string, string> = {
  contains: say.contains,
  has: say.has,
  gte: say.from,
  lte: say.to,
}

const operators: Record<Filter['op'], string> = {
  eq: say.is,
  contains: say.contains,
  has: say.has,
  gte: say.atLeast,
  lte: say.atMost,
}
const ofTime: Partial<Record<Filter['op'], string>> = { gte: say.since, lte: say.until }

const others: Record<string, string> = messages.filters.parameters

/** A filter as the operator reads it, without its value: "Group", "Position from". What is none is called as it was given. */
export function filterName(
  resource: Resource,
  { name, field, op }: { name?: string; field: string; op: string },
): string {
  if (name && !filterKind(resource, field))
    return Object.hasOwn(others, name) ? (others[name] ?? name) : name
  const comparison = Object.hasOwn(inputs, op) && inputs[op]
  return [columnLabel(resource, field), comparison].filter(Boolean).join(' ')
}

/** A filter in words, part by part: "Position", "is at least", "10". */
export function filterParts(
  resource: Resource,
  { field: name, op, value }: Filter,
  picked: Labels,
  zone: string,
): [field: string, operator: string, value: string] {
  const field = columnField(resource, name)
  const isTime = field.kind === 'instant' || field.kind === 'date'
  const shown =
    field.to && op === 'eq'
      ? (picked[name] ?? value)
      : kindOf(field).filterWords(value, field, zone)
  return [columnLabel(resource, name), (isTime && ofTime[op]) || operators[op], shown]
}
