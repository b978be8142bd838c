import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { isDay } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { getOfferedFilterOps } from '#shared/engine/list/offeredFilterOps.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { validateFilter } from '#shared/engine/list/filterGroups.ts'
import { joinFilterValues } from '#shared/engine/list/filterValues.ts'
import { formatFilterRange } from '#shared/engine/list/formatFilterValues.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { filtersPanel, getCompareParam, parseFilterTarget } from '../filterTarget.ts'
import type { Comparison, FilterTarget } from '../filterTarget.ts'
import { filterMessages } from './messages.ts'

/** The inputs that a comparison needs. */
export const inputShapes = [
  'choices',
  'choice',
  'values',
  'value',
  'day',
  'range',
  'days',
  'period',
  'none',
] as const
export type InputShape = (typeof inputShapes)[number]

const oneByOne: readonly FilterOp[] = ['eq', 'has']

/** Returns the comparisons that the form offers for a column; those with choices come first. */
export function getComparisons(resource: Resource, column: string): Comparison[] {
  const { kind } = getColumnField(resource, column)
  const isChosen = hasChoices(resource, column)
  const comparisons = getOfferedFilterOps(resource, column)
    .filter((op) => !(oneByOne.includes(op) && isChosen && kind !== 'toggle'))
    .flatMap((op): Comparison[] => (op === 'empty' ? ['empty', 'filled'] : [op]))
  const getRank = (one: Comparison) => Number(one !== 'in' && one !== 'not')
  return isChosen
    ? comparisons.toSorted((one, other) => getRank(one) - getRank(other))
    : comparisons
}

/** Whether the values of a column are chosen from a list. */
export function hasChoices(resource: Resource, column: string): boolean {
  const field = getColumnField(resource, column)
  return field.options !== undefined || field.target !== undefined
}

export function getInputShape(resource: Resource, column: string, op: Comparison): InputShape {
  const field = getColumnField(resource, column)
  const isTime = field.kind === 'date' || field.kind === 'instant'
  switch (op) {
    case 'empty':
    case 'filled':
      return 'none'
    case 'within':
    case 'notWithin':
      return 'period'
    case 'between':
      return isTime ? 'days' : 'range'
    case 'in':
    case 'not':
      return hasChoices(resource, column) ? 'choices' : 'values'
    default:
      if (field.kind === 'toggle') return 'choice'
      return isTime ? 'day' : 'value'
  }
}

/** Errors by the name of the input that shows them. */
export type FilterErrors = Partial<Record<string, string>>

/** Reads the filter that the form sent, or why it isn't one. `zone` is where its days are. */
export function parseFilterForm(
  resource: Resource,
  params: URLSearchParams,
  zone: string,
): { filter: ListFilter } | { errors: FilterErrors } {
  const read = (name: string) => params.get(getCompareParam(name))?.trim() ?? ''
  const column = read('column')
  const op = getComparisons(resource, column).find((one) => one === read('op'))
  if (!op) return { errors: { op: filterMessages.enterValue } }
  const field = getColumnField(resource, column)
  const toMoment = (day: string, find: (day: string, zone: string) => string) =>
    field.kind === 'instant' && isDay(day) && zone !== utcZone ? find(day, zone) : day
  const { chooseOne, enterBoth, enterNumber, enterValue } = filterMessages
  const shapes: Record<InputShape, () => { value: string; input: string; missing: string }> = {
    none: () => ({ value: op === 'filled' ? '0' : '1', input: 'op', missing: '' }),
    choices: () => ({
      value: joinFilterValues(params.getAll(getCompareParam('choice'))),
      input: 'find',
      missing: chooseOne,
    }),
    choice: () => ({ value: read('one'), input: 'one', missing: chooseOne }),
    values: () => ({
      value: joinFilterValues(
        read('values')
          .split(/[\r\n,]+/)
          .map((line) => line.trim())
          .filter(Boolean),
      ),
      input: 'values',
      missing: enterValue,
    }),
    value: () => ({ value: read('value'), input: 'value', missing: enterValue }),
    day: () => ({
      value: toMoment(read('day'), op === 'lte' ? getDayEnd : getDayStart),
      input: 'day',
      missing: enterValue,
    }),
    range: () => ({
      value: read('from') && read('to') && formatFilterRange([read('from'), read('to')]),
      input: 'from',
      missing: enterBoth,
    }),
    days: () => ({
      value:
        read('fromDay') &&
        read('toDay') &&
        formatFilterRange([
          toMoment(read('fromDay'), getDayStart),
          toMoment(read('toDay'), getDayEnd),
        ]),
      input: 'fromDay',
      missing: enterBoth,
    }),
    period: () => ({
      value: /^[1-9]\d{0,2}$/.test(read('count'))
        ? `${read('direction')}-${read('count')}-${read('unit')}`
        : '',
      input: 'count',
      missing: enterNumber,
    }),
  }
  const { value, input, missing } = shapes[getInputShape(resource, column, op)]()
  if (value === '') return { errors: { [input]: missing } }
  const filter = { field: column, op: op === 'filled' ? 'empty' : op, value }
  const reason = validateFilter(resource, filter)
  if (!reason) return { filter }
  const label = getColumnLabel(resource, column)
  return {
    errors: { [input]: op === 'between' ? enterBoth : filterMessages.notValid(label, reason) },
  }
}

/**
 * Returns the URL of the list with the filter that the form sent; null if the form stays open,
 * because it isn't valid or only searches its choices.
 */
export function applyFilterForm(
  resource: Resource,
  view: ListView,
  params: URLSearchParams,
  zone: string,
): string | null {
  const step = params.get(getCompareParam('step'))
  const sent = parseFilterForm(resource, params, zone)
  if (step === 'find' || 'errors' in sent) return null
  const target = parseFilterTarget(params)
  const isGrouped = step === 'another' || target.group !== null
  const query = isGrouped
    ? withGroupFilter(view.query, sent.filter, target)
    : withPlainFilter(view.query, sent.filter, target)
  const group = target.group ?? query.groups?.length ?? 1
  const applied = withQuery(withPanel(view, step === 'another' ? filtersPanel : null), query)
  const url = buildListUrl(resource, applied)
  return step === 'another' ? `${url}&${getCompareParam('group')}=${group}` : url
}

type Filters = Pick<ListQuery, 'filters' | 'groups'>

/** A filter takes the place of the edited one, and of another with the same comparison. */
function withPlainFilter(
  { filters, groups = [] }: ListQuery,
  filter: ListFilter,
  { at }: FilterTarget,
): Filters {
  const isReplaced = (one: ListFilter, index: number) =>
    index === at || (one.field === filter.field && one.op === filter.op)
  const place = at ?? filters.length
  return {
    filters: [
      ...filters.filter((one, index) => index < place && !isReplaced(one, index)),
      filter,
      ...filters.filter((one, index) => index >= place && !isReplaced(one, index)),
    ],
    groups,
  }
}

/** Adds an alternative to a group, or makes a group of a filter that gets an alternative. */
function withGroupFilter(
  { filters, groups = [] }: ListQuery,
  filter: ListFilter,
  { group, at }: FilterTarget,
): Filters {
  if (group === null)
    return { filters: filters.filter((_one, index) => index !== at), groups: [...groups, [filter]] }
  const own = groups[group - 1] ?? []
  const changed = at === null ? [...own, filter] : own.with(at, filter)
  return {
    filters,
    groups: groups.length < group ? [...groups, changed] : groups.with(group - 1, changed),
  }
}

/** Returns the list without the filter that is edited. */
export function removeEditedFilter(view: ListView, { group, at }: FilterTarget): ListView {
  const { filters, groups = [] } = view.query
  if (group === null)
    return withQuery(view, { filters: filters.filter((_one, index) => index !== at) })
  const rest = groups.map((filtersOfGroup, index) =>
    index === group - 1 ? filtersOfGroup.filter((_one, place) => place !== at) : filtersOfGroup,
  )
  return withQuery(view, { filters, groups: rest.filter(({ length }) => length > 0) })
}
