import { formatNumber } from '#shared/format/numbers.ts'
import type { Comparison } from '../filterTarget.ts'

export const filterMessages = {
  title: 'Add filter',
  edit: 'Edit filter',
  group: 'Alternatives',
  groupHint: 'A record must match at least one of these.',
  chooseField: 'Choose what to filter by.',
  addTo: 'Add alternative',
  comparison: 'Comparison',
  comparisons: {
    eq: 'is',
    in: 'is any of',
    not: 'is none of',
    contains: 'contains',
    starts: 'starts with',
    has: 'includes',
    gt: 'is over',
    gte: 'is at least',
    lt: 'is under',
    lte: 'is at most',
    between: 'is between',
    within: 'is in',
    notWithin: "isn't in",
    empty: 'is empty',
    filled: "isn't empty",
  } satisfies Record<Comparison, string>,
  timeComparisons: { gte: 'is on or after', lte: 'is on or before' } as Partial<
    Record<Comparison, string>
  >,
  listComparisons: { in: 'includes any of', not: 'includes none of' } as Partial<
    Record<Comparison, string>
  >,
  value: 'Value',
  day: 'Date',
  values: 'Values',
  valuesHint: 'Enter one per line.',
  from: 'From',
  to: 'To',
  choices: 'Choices',
  find: 'Search choices',
  findButton: 'Search',
  noChoices: 'No choices match.',
  moreChoices: 'Search to find other choices.',
  direction: 'Time',
  directions: { last: 'the last', next: 'the next' },
  count: 'Number',
  unit: 'Unit',
  units: { hours: 'hours', days: 'days', weeks: 'weeks', months: 'months' },
  periodHint: 'Days, weeks, and months include today.',
  apply: 'Apply',
  remove: 'Remove',
  another: 'Add alternative',
  chooseOne: 'Select at least one choice.',
  enterValue: 'Enter a value.',
  enterBoth: 'Enter both values, the lower one first.',
  enterNumber: 'Enter a whole number from 1 to 999.',
  notValid: (field: string, reason: string) => `${field} ${reason}.`,
} as const

export const lookupMessages = {
  title: (many: string) => `Find pasted ${many}`,
  by: 'Find by',
  lines: 'One per line',
  hint: (max: number) => `Paste at most ${formatNumber(max)} lines, or separate them with commas.`,
  submit: 'Find',
  id: 'ID',
  empty: 'Paste at least one line.',
  tooMany: (max: number) => `Paste at most ${formatNumber(max)} lines at a time.`,
  tooManyFound: (max: number) => `More than ${formatNumber(max)} match. Paste fewer lines.`,
  found: (found: number, all: number) => `${formatNumber(found)} of ${formatNumber(all)} found`,
  missing: 'Not found',
  show: (count: number, title: { one: string; many: string }) =>
    count === 1 ? `Show 1 ${title.one}` : `Show ${formatNumber(count)} ${title.many}`,
  moreMissing: (count: number) => `and ${formatNumber(count)} more`,
} as const

/** Words of chips, between a field and a value: "Status is not Draft". */
export const chipMessages = {
  comparisons: {
    in: 'is any of',
    not: 'is none of',
    isNot: 'is not',
    hasAny: 'includes any of',
    hasNone: 'includes none of',
    starts: 'starts with',
    gt: 'is over',
    lt: 'is under',
    between: 'is between',
    ends: (from: string, to: string) => `${from} and ${to}`,
    empty: 'empty',
    /** For records that were found by a pasted list; their number follows. */
    listed: 'from a list:',
    period: (isIn: boolean, direction: 'last' | 'next') =>
      `${isIn ? 'in' : 'not in'} the ${direction}`,
    /** "7 days", "1 month". */
    time: ({ count, unit }: { count: number; unit: string }) =>
      `${count} ${count === 1 ? unit.slice(0, -1) : unit}`,
  },
  listValues: (names: readonly string[], count: number) =>
    count > names.length
      ? `${names.join(', ')}, and ${formatNumber(count - names.length)} more`
      : names.join(', '),
  search: (words: string) => `Search: "${words}"`,
  alternatives: (filters: readonly string[]) =>
    filters.reduce((one, other) => `${one} or ${other}`),
} as const
