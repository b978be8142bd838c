import { formatDay, formatInstant, isDay, isDayOrInstant } from '#shared/format/dates.ts'
import { messages } from '#shared/messages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { normalizeLine, normalizeLines, normalizeSecret } from '../normalizeText.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Field, FieldKind } from './fields.ts'
import {
  acceptAny,
  textKind,
  numberKind,
  formatAmountInput,
  parseAmount,
  formatOption,
  parseOption,
  formatBoolean,
  parseBoolean,
  toArrayOrEmpty,
  parseEntries,
  formatEntries,
  isIdText,
  isNumberText,
  formatReference,
  createReferencesFormatter,
  splitEntryLines,
  formatSecretState,
  uploadKind,
  formatPlain,
} from './kind.ts'
import type { KindDefinition } from './kind.ts'
import { compareEmpty, compareNumbers, compareSeveral, compareTimes } from './comparisons.ts'
import { getCurrency, fieldRules } from './rules.ts'
const { yes, no } = messages.list

const isOption = (value: string, { options = [] }: Field) =>
  options.some((option) => option.value === value)
/** Whether a list can have this entry: one of its options, or any text without them. */
const isEntry = (value: string, field: Field) => !field.options || isOption(value, field)

/** Every kind of field, complete: one that lacks a part doesn't compile. */
export const fieldKinds = {
  text: textKind,
  longText: {
    ...textKind,
    parse: normalizeLines,
    csv: { out: formatPlain, in: normalizeLines },
    rule: fieldRules.longText,
    filters: { contains: acceptAny, starts: acceptAny, ...compareEmpty },
    sortable: false,
  },
  colour: {
    ...textKind,
    rule: fieldRules.colour,
    filters: { contains: acceptAny, starts: acceptAny, ...compareEmpty },
  },
  integer: { ...numberKind, rule: fieldRules.integer },
  decimal: numberKind,
  money: {
    ...numberKind,
    filters: compareNumbers(isNumberText),
    parse: parseAmount,
    rule: fieldRules.money,
    formatInput: formatAmountInput,
    formatValue: (value, field, siblings, name) =>
      typeof value === 'number'
        ? formatMoney(value, getCurrency(field, siblings))
        : formatPlain(value, field, siblings, name),
    csv: {
      out: (value, ...rest) => formatAmountInput(value, ...rest).replaceAll(',', ''),
      in: parseAmount,
    },
  },
  toggle: {
    ...textKind,
    emptyValue: false,
    parse: (typed) => typed === '1',
    rule: fieldRules.toggle,
    formatInput: (value) => (value === true ? '1' : value === false ? '0' : ''),
    formatValue: formatBoolean,
    filters: { eq: (value) => value === '1' || value === '0' },
    formatFilter: (value) => (value === '1' ? yes : no),
    csv: { out: formatBoolean, in: parseBoolean },
  },
  select: {
    ...textKind,
    rule: fieldRules.select,
    formatValue: formatOption,
    filters: { eq: isOption, ...compareSeveral(isOption), ...compareEmpty },
    formatFilter: (value, field) => formatOption(value, field, {}, ''),
    csv: { out: formatOption, in: parseOption },
  },
  date: {
    ...textKind,
    rule: fieldRules.date,
    formatValue: (value) => (value ? formatDay(String(value)) : ''),
    filters: compareTimes(isDay, false),
    filterError: messages.filters.date,
    formatFilter: (value) => formatDay(value),
  },
  instant: {
    ...textKind,
    rule: fieldRules.instant,
    formatValue: (value, _field, _siblings, _name, zone = utcZone) =>
      value ? formatInstant(String(value), zone) : '',
    filters: compareTimes(isDayOrInstant, true),
    filterError: messages.filters.date,
    formatFilter: (value, _field, zone) => formatRangeEnd(value, zone),
  },
  list: {
    ...textKind,
    emptyValue: [],
    parse: parseEntries,
    rule: fieldRules.list,
    formatInput: (value) => toArrayOrEmpty(value).join(', '),
    formatValue: formatEntries,
    filters: { has: isEntry, ...compareSeveral(isEntry), ...compareEmpty },
    formatFilter: (value, field) => formatOption(value, field, {}, ''),
    sortable: false,
    csv: {
      out: formatEntries,
      in: (typed, field, siblings) =>
        parseEntries(typed, field).map((entry) => parseOption(entry, field, siblings)),
    },
    multiple: true,
  },
  reference: {
    ...textKind,
    parse: normalizeLine,
    rule: fieldRules.reference,
    formatInput: formatReference,
    formatValue: formatReference,
    filters: {
      contains: acceptAny,
      eq: isIdText,
      ...compareSeveral(isIdText),
      ...compareEmpty,
    },
    filterError: messages.filters.number,
    csv: { out: formatReference, in: normalizeLine },
  },
  references: {
    ...textKind,
    emptyValue: [],
    parse: splitEntryLines,
    rule: fieldRules.references,
    formatInput: createReferencesFormatter('\n'),
    formatValue: createReferencesFormatter(', '),
    filters: {
      contains: acceptAny,
      eq: isIdText,
      ...compareSeveral(isIdText),
      ...compareEmpty,
    },
    filterError: messages.filters.number,
    sortable: false,
    csv: { out: createReferencesFormatter('\n'), in: splitEntryLines },
    multiple: true,
  },
  secret: {
    ...textKind,
    parse: normalizeSecret,
    rule: fieldRules.secret,
    formatInput: () => '',
    formatValue: formatSecretState,
    filters: {},
    sortable: false,
    csv: null,
    restorable: false,
  },
  file: uploadKind,
  image: uploadKind,
} as const satisfies Record<FieldKind, KindDefinition>

/**
 * Formats one end of a range of instants: only its day, if it's the first or the last instant of a
 * day. Days in URLs are UTC.
 */
function formatRangeEnd(value: string, zone: string): string {
  if (isDay(value)) return zone === utcZone ? formatDay(value) : `${formatDay(value)} ${utcZone}`
  const shown = formatInstant(value, zone)
  return /:(00\.000|59\.999)Z$/.test(value) ? shown.replace(/ (12:00 AM|11:59 PM)$/, '') : shown
}

export const getKind = ({ kind }: Pick<Field, 'kind'>): KindDefinition => fieldKinds[kind]

export const isSelectField = (field: Field): boolean =>
  field.options !== undefined && !getKind(field).multiple
