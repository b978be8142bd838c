import { limits } from '#shared/limits.ts'

/** The first and the last value of a range, both included: `1,5`. */
export type FilterRange = readonly [from: string, to: string]

const periodUnits = ['hours', 'days', 'weeks', 'months'] as const
export type PeriodUnit = (typeof periodUnits)[number]

/**
 * Time before or after now: `last-7-days`, `next-30-days`. Days, weeks, and months include today in
 * the viewer's time zone.
 */
export type FilterPeriod = { direction: 'last' | 'next'; count: number; unit: PeriodUnit }

/**
 * Splits the values of a filter at commas: `3,7`. A backslash before a comma keeps it in the value.
 * Each value counts once.
 */
export const splitFilterValues = (text: string): string[] => [
  ...new Set(
    (text.match(/(?:\\.|[^,\\]|\\$)+/gu) ?? [])
      .map((value) => value.replaceAll(/\\([,\\])/g, '$1').trim())
      .filter(Boolean),
  ),
]

export const joinFilterValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

/** Returns the ends of a range; null unless the text has two values. */
export function parseFilterRange(text: string): FilterRange | null {
  const [from = '', to = '', ...others] = text.split(',').map((value) => value.trim())
  return from !== '' && to !== '' && others.length === 0 ? [from, to] : null
}

/** Returns a period; null if the text is none. Counts go to 999. */
export function parseFilterPeriod(text: string): FilterPeriod | null {
  const [, direction, count, unitName] = /^(last|next)-([1-9]\d{0,2})-(\w+)$/.exec(text) ?? []
  const unit = periodUnits.find((one) => one === unitName)
  return direction && unit
    ? { direction: direction === 'last' ? 'last' : 'next', count: Number(count), unit }
    : null
}

/**
 * Marks a short list of IDs: after it are the first ID and the differences between all others, in
 * order, in base 36. A thousand IDs of ten million then fit in a URL.
 */
export const shortIdsMark = 'x.'
const maxId = 2 ** 31 - 1

/** Parses IDs, `3,7` or `x.3.4`, in order; null if one can't be read. */
export function parseFilterIds(text: string): number[] | null {
  const ids = text.startsWith(shortIdsMark)
    ? addDifferences(text.slice(shortIdsMark.length).split('.'))
    : splitFilterValues(text).map((id) => (/^\d{1,10}$/.test(id) ? Number(id) : Number.NaN))
  const areValid = ids.every((id) => Number.isInteger(id) && id > 0 && id <= maxId)
  return areValid && ids.length > 0 && ids.length <= limits.filterIds
    ? [...new Set(ids)].toSorted((one, other) => one - other)
    : null
}

function addDifferences(differences: readonly string[]): number[] {
  let last = 0
  return differences.map((difference) => {
    last += /^[\da-z]{1,6}$/.test(difference) ? Number.parseInt(difference, 36) : Number.NaN
    return last
  })
}
