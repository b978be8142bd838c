import { formatDay, formatInstant, isDay, isDayOrInstant } from '#shared/format/dates.ts'
import { messages } from '#shared/messages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { normalizeLine, normalizeLines, normalizeSecret } from '../normalizeText.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Field, FieldKind } from './fields.ts'
import {
  whatever,
  line,
  number,
  amount,
  asMinor,
  optionNamed,
  optionFrom,
  yesOrNo,
  affirmed,
  entriesOf,
  listed,
  listWords,
  isIdText,
  called,
  allCalled,
  inLines,
  secretWords,
  upload,
  plain,
} from './kind.ts'
import type { Kind } from './kind.ts'
import { currencyFor, rules } from './rules.ts'

const say = messages.filters
const { yes, no } = messages.list

/** Every kind of field, whole: one that lacks a part does not compile. */
export const kinds = {
  text: line,
  longText: {
    ...line,
    parse: normalizeLines,
    csv: { out: plain, in: normalizeLines },
    rule: rules.longText,
    filters: { contains: whatever },
    sortable: false,
  },
  colour: { ...line, rule: rules.colour, filters: { contains: whatever } },
  integer: { ...number, rule: rules.integer },
  decimal: number,
  money: {
    ...number,
    parse: asMinor,
    rule: rules.money,
    shown: amount,
    words: (value, field, siblings, name) =>
      typeof value === 'number'
        ? formatMoney(value, currencyFor(field, siblings))
        : plain(value, field, siblings, name),
    csv: { out: (value, ...of) => amount(value, ...of).replaceAll(',', ''), in: asMinor },
  },
  toggle: {
    ...line,
    empty: false,
    parse: (typed) => typed === '1',
    rule: rules.toggle,
    shown: (value) => (value === true ? '1' : value === false ? '0' : ''),
    words: yesOrNo,
    filters: { eq: (value) => value === '1' || value === '0' },
    filterWords: (value) => (value === '1' ? yes : no),
    csv: { out: yesOrNo, in: affirmed },
  },
  select: {
    ...line,
    rule: rules.select,
    words: optionNamed,
    filters: { eq: (value, { options }) => options?.some((one) => one.value === value) ?? false },
    filterWords: (value, field) => optionNamed(value, field, {}, ''),
    csv: { out: optionNamed, in: optionFrom },
  },
  date: {
    ...line,
    rule: rules.date,
    words: (value) => (value ? formatDay(String(value)) : ''),
    filters: { gte: isDay, lte: isDay },
    filterFault: say.date,
    filterWords: (value) => formatDay(value),
  },
  instant: {
    ...line,
    rule: rules.instant,
    words: (value, _field, _siblings, _name, zone = utcZone) =>
      value ? formatInstant(String(value), zone) : '',
    filters: { gte: isDayOrInstant, lte: isDayOrInstant },
    filterFault: say.date,
    filterWords: (value, _field, zone) => endOfRange(value, zone),
  },
  list: {
    ...line,
    empty: [],
    parse: listed,
    rule: rules.list,
    shown: (value) => entriesOf(value).join(', '),
    words: listWords,
    filters: { has: (value, { options }) => options?.some((one) => one.value === value) ?? true },
    filterWords: (value, field) => optionNamed(value, field, {}, ''),
    sortable: false,
    csv: {
      out: listWords,
      in: (typed, field, siblings) =>
        listed(typed, field).map((entry) => optionFrom(entry, field, siblings)),
    },
    several: true,
  },
  reference: {
    ...line,
    parse: normalizeLine,
    rule: rules.reference,
    shown: called,
    words: called,
    filters: { contains: whatever, eq: isIdText },
    filterFault: say.number,
    sortable: false,
    csv: { out: called, in: normalizeLine },
  },
  references: {
    ...line,
    empty: [],
    parse: inLines,
    rule: rules.references,
    shown: allCalled('\n'),
    words: allCalled(', '),
    filters: { contains: whatever, eq: isIdText },
    filterFault: say.number,
    sortable: false,
    csv: { out: allCalled('\n'), in: inLines },
    several: true,
  },
  secret: {
    ...line,
    parse: normalizeSecret,
    rule: rules.secret,
    shown: () => '',
    words: secretWords,
    filters: {},
    sortable: false,
    csv: null,
    kept: false,
  },
  file: upload,
  image: upload,
} as const satisfies Record<FieldKind, Kind>

/** One end of a range of instants: its day, where it is the first or the last instant of one. Days in addresses are those of UTC. */
function endOfRange(value: string, zone: string): string {
  if (isDay(value)) return zone === utcZone ? formatDay(value) : `${formatDay(value)} ${utcZone}`
  const shown = formatInstant(value, zone)
  return /:(00\.000|59\.999)Z$/.test(value) ? shown.replace(/ (12:00 AM|11:59 PM)$/, '') : shown
}

export const kindOf = ({ kind }: Pick<Field, 'kind'>): Kind => kinds[kind]

export const isChoice = (field: Field): boolean =>
  field.options !== undefined && !kindOf(field).several
