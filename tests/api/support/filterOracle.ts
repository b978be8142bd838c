import { unusualDecimals } from '#shared/format/currencyDecimals.ts'
import { isDay } from '#shared/format/dates.ts'
import { points } from '#shared/format/money.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { foldText, splitSearchWords } from '#server/platform/core/records/list/foldText.ts'

/**
 * Says which records a filter finds, without the database. Periods are compared with UTC days.
 */
export function matchesFilter(
  resource: Resource,
  record: AnyRecord,
  filter: ListFilter,
  now: Date,
): boolean {
  const field = getColumnField(resource, filter.field)
  const value = record[filter.field]
  const isMissing = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const oneOf = splitValues(filter.value)
  const hasOne = [value]
    .flat()
    .some((entry) => !isMissing && oneOf.some((one) => isEqual(field, record, entry, one)))
  const [from = '', to = ''] = filter.value.split(',')
  switch (filter.op) {
    case 'empty':
      return isMissing === (filter.value === '1')
    case 'in':
      return hasOne
    case 'not':
      return !hasOne
    case 'eq':
    case 'has':
      return [value]
        .flat()
        .some((entry) => !isMissing && isEqual(field, record, entry, filter.value))
    case 'contains':
      return matchesWords(field, value, filter.value)
    case 'starts':
      return (
        typeof value === 'string' &&
        splitSearchWords(filter.value).length > 0 &&
        foldText(value).trimStart().startsWith(foldText(filter.value).trimStart())
      )
    case 'between':
      return (
        !isMissing &&
        compare(field, record, value, from, 'start') >= 0 &&
        compare(field, record, value, to, 'end') <= 0
      )
    case 'within':
      return isWithin(field, value, filter.value, now)
    case 'notWithin':
      return !isWithin(field, value, filter.value, now)
    case 'gt':
      return !isMissing && compare(field, record, value, filter.value, 'start') > 0
    case 'gte':
      return !isMissing && compare(field, record, value, filter.value, 'start') >= 0
    case 'lt':
      return !isMissing && compare(field, record, value, filter.value, 'start') < 0
    case 'lte':
      return !isMissing && compare(field, record, value, filter.value, 'end') <= 0
  }
}

const splitValues = (text: string) =>
  text.split(/(?<!\\),/).map((one) => one.replaceAll(/\\([,\\])/g, '$1'))

function isEqual(field: Field, record: AnyRecord, value: unknown, text: string): boolean {
  if (typeof value === 'boolean') return value === (text === '1')
  if (typeof value === 'number') return compare(field, record, value, text, 'start') === 0
  return value === text
}

function matchesWords({ valueLabels = {} }: Field, value: unknown, text: string): boolean {
  const words = splitSearchWords(text)
  if (typeof value !== 'string' || words.length === 0) return false
  const texts = [foldText(value), foldText(valueLabels[value] ?? '')]
  return words.every((word) => texts.some((one) => one.includes(word)))
}

/** Compares a value with a text: below, equal, or above 0. A day as an end includes all of it. */
function compare(
  field: Field,
  record: AnyRecord,
  value: unknown,
  text: string,
  end: 'start' | 'end',
): number {
  if (field.kind === 'instant') {
    const moment = Date.parse(text) + (end === 'end' && isDay(text) ? 86_400_000 - 1 : 0)
    return Date.parse(String(value)) - moment
  }
  if (field.kind === 'date') return String(value).localeCompare(text)
  return field.kind === 'money'
    ? compareAmount.compare(Number(value), text, field, record)
    : Number(value) - Number(text)
}

function getDecimals({ currency, currencyField }: Field, record: AnyRecord): number {
  const unit = currency ?? String(record[currencyField ?? ''])
  return unit === points ? 0 : (new Map<string, number>(unusualDecimals).get(unit) ?? 2)
}

/** Amounts as filters have them, with the decimal places of their currency. */
export const compareAmount = {
  format(minor: number, field: Field, record: AnyRecord): string {
    const decimals = getDecimals(field, record)
    const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
    const whole = digits.slice(0, digits.length - decimals)
    const sign = minor < 0 ? '-' : ''
    return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
  },
  compare(minor: number, text: string, field: Field, record: AnyRecord): number {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const scaled = BigInt(whole + fraction.padEnd(6, '0'))
    const wanted = text.startsWith('-') ? -scaled : scaled
    const stored = BigInt(minor) * 10n ** BigInt(6 - getDecimals(field, record))
    return stored < wanted ? -1 : stored > wanted ? 1 : 0
  },
}

function isWithin({ kind }: Field, value: unknown, text: string, now: Date): boolean {
  if (typeof value !== 'string') return false
  const [, direction, count, unit] = /^(last|next)-(\d+)-(\w+)$/.exec(text) ?? []
  const sign = direction === 'last' ? -1 : 1
  const edge = new Date(now)
  if (unit === 'months') edge.setUTCMonth(edge.getUTCMonth() + sign * Number(count))
  if (unit === 'weeks') edge.setUTCDate(edge.getUTCDate() + sign * 7 * Number(count))
  if (unit === 'days') edge.setUTCDate(edge.getUTCDate() + sign * Number(count))
  const edgeDay = edge.toISOString().slice(0, 10)
  const [day, today] = [value.slice(0, 10), now.toISOString().slice(0, 10)]
  const isPast = kind === 'date' ? day <= today : Date.parse(value) <= now.getTime()
  const isAhead = kind === 'date' ? day >= today : Date.parse(value) >= now.getTime()
  return sign < 0 ? isPast && day > edgeDay : isAhead && day < edgeDay
}
