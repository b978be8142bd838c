import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { formatMinor, parseMinor } from '#shared/format/money.ts'
import { normalizeLine } from '../normalizeText.ts'
import type { Field } from './fields.ts'
import { isReferenceValue, isSecretState } from '../list/referenceValues.ts'
import { compareEmpty, compareNumbers, compareSeveral } from './comparisons.ts'
import { getCurrency, fieldRules } from './rules.ts'
import type { FieldRule, Siblings } from './textRules.ts'

export type FilterOp =
  | 'eq'
  | 'in'
  | 'not'
  | 'contains'
  | 'starts'
  | 'has'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'within'
  | 'notWithin'
  | 'empty'

export type FormEntries = Pick<FormData, 'get' | 'getAll'>

/**
 * Formats a field's value as text. `siblings` is its record or form, with the labels of its
 * references. Instants are shown in `zone`.
 */
type ValueFormatter = (
  value: unknown,
  field: Field,
  siblings: Siblings,
  name: string,
  zone?: string,
) => string
type ValueParser = (typed: string, field: Field, siblings: Siblings) => unknown

/**
 * All that a kind of field is to both sides. `client/form/inputs/` (`listDisplays.tsx`,
 * `kindInputs.tsx`), `parseFormData.ts`, and `server/platform/core/records/fieldStorage.ts` have
 * the rest.
 */
export type KindDefinition = {
  emptyValue: null | false | readonly []
  /**
   * Parses a typed text without surrounding white space that isn't empty. Text that can't be parsed
   * stays text, which `rule` then rejects.
   */
  parse: ValueParser
  rule: FieldRule
  formatInput: ValueFormatter
  formatValue: ValueFormatter
  /**
   * Comparisons of its filter, each with whether it accepts a value; `filterError` is shown if it
   * doesn't.
   */
  filters: Partial<Record<FilterOp, (value: string, field: Field) => boolean>>
  filterError: string
  formatFilter: (value: string, field: Field, zone: string) => string
  sortable: boolean
  numeric: boolean
  /** How CSV files and pasted lines hold it; null if they can't. */
  csv: { out: ValueFormatter; in: ValueParser } | null
  restorable: boolean
  multiple: boolean
}

export const acceptAny = () => true
const { yes, no } = messages.list

/**
 * Normalizes a text, or an entry of a list, as the field stores it: without invisible characters,
 * and in the form of its pattern.
 */
export function normalizeFieldText({ pattern }: Field, value: string): string {
  const line = normalizeLine(value)
  const text = pattern?.normalize?.(line) ?? line
  return pattern?.lowercase ? text.toLowerCase() : text
}

/** Replaces CR LF, which forms send without JavaScript, so that the text doesn't seem changed. */
export const normalizeLineEnds = (value: string): string => value.replaceAll(/\r\n?/g, '\n')

export const getText = (form: FormEntries, input: string): string | undefined => {
  const sent = form.getAll(input).at(-1)
  return typeof sent === 'string' ? sent : undefined
}

export const formatPlain: ValueFormatter = (value) =>
  value === null || value === undefined ? '' : String(value)

/** Formats a text as it is, or by the label that its field has for it. */
const formatText: ValueFormatter = (value, { valueLabels = {} }) => {
  const text = value === null || value === undefined ? '' : String(value)
  return Object.hasOwn(valueLabels, text) ? (valueLabels[text] ?? text) : text
}

export const textKind = {
  emptyValue: null,
  parse: (typed, field) => normalizeFieldText(field, typed),
  rule: fieldRules.text,
  formatInput: formatPlain,
  formatValue: formatText,
  filters: {
    contains: acceptAny,
    eq: acceptAny,
    starts: acceptAny,
    ...compareSeveral(acceptAny),
    ...compareEmpty,
  },
  filterError: messages.filters.choice,
  formatFilter: (value, field) => formatText(value, field, {}, ''),
  sortable: true,
  numeric: false,
  csv: { out: formatText, in: (typed, field) => normalizeFieldText(field, typed) },
  restorable: true,
  multiple: false,
} satisfies KindDefinition

/** Keeps "1.000" as text: where a point groups thousands, it means a thousand. */
const parseNumberText: ValueParser = (typed) =>
  /^[+-]?\d+(\.\d{1,2})?$/.test(typed) ? Number(typed) : typed
export const isNumberText = (value: string) => /^-?\d{1,12}(\.\d{1,6})?$/.test(value)

export const numberKind = {
  ...textKind,
  parse: parseNumberText,
  rule: fieldRules.decimal,
  filters: { ...compareNumbers(isNumberText), ...compareSeveral(isNumberText) },
  filterError: messages.filters.number,
  numeric: true,
  csv: { out: formatPlain, in: parseNumberText },
} satisfies KindDefinition

export const formatAmountInput: ValueFormatter = (value, field, siblings) =>
  typeof value === 'number'
    ? formatMinor(value, getCurrency(field, siblings))
    : formatPlain(value, field, siblings, '')
export const parseAmount: ValueParser = (typed, field, siblings) =>
  parseMinor(typed, getCurrency(field, siblings)) ?? typed

export const formatOption: ValueFormatter = (value, { options }) =>
  options?.find((option) => option.value === value)?.label ??
  (value === null ? '' : String(value ?? ''))
export const parseOption: ValueParser = (typed, { options = [] }) =>
  (
    options.find((option) => option.value === typed) ??
    options.find((option) => option.label.toLowerCase() === typed.toLowerCase())
  )?.value ?? typed

export const formatBoolean: ValueFormatter = (value) =>
  value === true ? yes : value === false ? no : ''
export const parseBoolean: ValueParser = (typed) => {
  const normalized = typed.toLowerCase()
  if (['1', 'true', yes.toLowerCase()].includes(normalized)) return true
  return ['0', 'false', no.toLowerCase()].includes(normalized) ? false : typed
}

export const toArrayOrEmpty = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/**
 * Comma between entries. One before three digits can group thousands, so "1,500" in a list of
 * amounts stays one entry, which its rule rejects.
 */
const groupingComma = /,(?!\d{3}(?!\d))/

export const parseEntries = (typed: string, field: Field) =>
  typed
    .split(field.amounts ? groupingComma : ',', limits.formEntries)
    .map((entry) => normalizeFieldText(field, entry))
    .filter((entry) => entry !== '')
export const formatEntries: ValueFormatter = (value, ...rest) =>
  toArrayOrEmpty(value)
    .map((entry) => formatOption(entry, ...rest))
    .join(', ')

export const isIdText = (value: string) => /^\d{1,9}$/.test(value)

const getReferenceLabel = (value: unknown, siblings: Siblings, name: string): string => {
  if (isReferenceValue(value)) return value.label
  if (value === null || value === undefined) return ''
  // Only records have labels, and these are texts.
  const { labels } = siblings as { labels?: Record<string, string> }
  return labels?.[name] ?? String(value)
}
export const formatReference: ValueFormatter = (value, _field, siblings, name) =>
  getReferenceLabel(value, siblings, name)
export const createReferencesFormatter =
  (separator: string): ValueFormatter =>
  (value, _field, siblings, name) =>
    toArrayOrEmpty(value)
      .map((entry) => getReferenceLabel(entry, siblings, `${name}.${String(entry)}`))
      .join(separator)
export const splitEntryLines = (typed: string) =>
  typed.split('\n', limits.formEntries).map(normalizeLine).filter(Boolean)

export const formatSecretState: ValueFormatter = (
  value,
  _field,
  _siblings,
  _name,
  zone = utcZone,
) =>
  isSecretState(value) && value.set
    ? messages.form.secretSet(
        value.hint,
        value.changedAt ? formatInstant(value.changedAt, zone) : '',
      )
    : messages.form.secretUnset

export const uploadKind = {
  ...textKind,
  parse: (typed) => typed,
  rule: fieldRules.file,
  formatInput: formatReference,
  formatValue: formatReference,
  filters: {},
  sortable: false,
  csv: null,
} satisfies KindDefinition
