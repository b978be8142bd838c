import { boolean, number, string } from 'superstruct'
import { isDay, isInstant } from '#shared/format/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import {
  amountPattern,
  getExampleAmount,
  formatMoney,
  getFractionDigits,
  points,
} from '#shared/format/money.ts'
import { isNotUploaded, isSecretState } from '../list/referenceValues.ts'
import type { Field } from './fields.ts'
import { createTextCheck, createRule, createPatternCheck, textRule } from './textRules.ts'
import type { FieldRule, Siblings } from './textRules.ts'
import { engineMessages } from '../messages.ts'

const checkBounds = (field: Field) => (value: number) => {
  if (field.min !== undefined && value < field.min)
    return messages.validation.tooSmall(field.label, field.min)
  if (field.max !== undefined && value > field.max)
    return messages.validation.tooLarge(field.label, field.max)
  return true
}

/** More would be rounded in storage, and the operator would read back another number. */
const maxDecimalPlaces = 2

const isReferenceId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31

const createFormatRule = (
  isValid: (value: string) => boolean,
  formatError = messages.validation.invalid,
) =>
  createRule(string, (field) => (value) => isValid(value) || formatError(field.label), formatError)

const createEntriesRule =
  (entryRule: FieldRule): FieldRule =>
  (value, field, siblings) => {
    if (!Array.isArray(value)) return messages.validation.invalid(field.label)
    const max = field.maxEntries ?? Math.max(limits.listEntries, field.options?.length ?? 0)
    if (value.length > max) return messages.validation.tooMany(field.label, max)
    for (const [index, entry] of value.entries()) {
      const error =
        entry === null || entry === ''
          ? messages.validation.required(field.label)
          : entryRule(entry, field, siblings)
      if (error)
        return value.length > 1 && field.entryLabel
          ? `${field.entryLabel} ${index + 1}: ${error}`
          : error
    }
    const hasDuplicates = !field.allowDuplicates && new Set(value).size < value.length
    return hasDuplicates ? messages.validation.twice(field.label) : undefined
  }

const optionRule = createRule(
  string,
  ({ label, options = [] }) =>
    (value) =>
      options.some((option) => option.value === value) ||
      messages.validation.notOneOf(
        label,
        options.map((option) => option.label),
      ),
)
const idRule = createRule(
  number,
  (field) => (value) => isReferenceId(value) || messages.validation.invalid(field.label),
)

const noCurrency = 'XXX'

/**
 * Returns the currency of an amount: the definition's, or the value of the field next to it, which
 * may be points. XXX (no currency) if that has none.
 */
export function getCurrency({ currency, currencyField = '' }: Field, siblings: Siblings): string {
  const { [currencyField]: value } = siblings
  if (value === points) return points
  const siblingCurrency = typeof value === 'string' ? value.toUpperCase() : ''
  return currency ?? (/^[A-Z]{3}$/.test(siblingCurrency) ? siblingCurrency : noCurrency)
}

/** Explains why a value isn't an amount; a number can have too many decimals. */
function formatAmountError(label: string, value: unknown, currency: string): string {
  const places = getFractionDigits(currency)
  const typed = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, , integerPart = '', decimals = ''] = amountPattern.exec(typed) ?? []
  // Digits with other characters: "0,500", "1.234,56", "1 234", "12 EUR".
  if (integerPart === '' && /\d/.test(typed)) {
    const format =
      places === 0 ? messages.validation.wholeAmountFormat : messages.validation.amountFormat
    return format(label, getExampleAmount(currency))
  }
  if (places === 0) return messages.validation.notWhole(label)
  return decimals.length > places
    ? messages.validation.tooPrecise(label, places)
    : messages.validation.notAmount(label)
}

const amountRule: FieldRule = (value, field, siblings) => {
  const currency = getCurrency(field, siblings)
  const { label, min = -Infinity, max = Infinity } = field
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return currency === noCurrency
      ? messages.validation.notAmount(label)
      : formatAmountError(engineMessages.amountIn(label, currency), value, currency)
  if (value < min) return messages.validation.tooSmall(label, formatMoney(min, currency))
  if (value > max) return messages.validation.tooLarge(label, formatMoney(max, currency))
  return undefined
}

const fileRule: FieldRule = (value, field, siblings) => {
  if (isNotUploaded(value)) return value.refused
  return value instanceof File
    ? messages.validation.notUploaded(field.label)
    : idRule(value, field, siblings)
}

/** Creates a rule for numbers; `explain` says how to write a text that isn't one, like "96,5". */
function createNumberRule(
  check: (field: Field) => (value: number) => string | boolean,
  explain: (typed: string, field: Field) => string,
): FieldRule {
  const rule = createRule(number, check, messages.validation.notNumber)
  return (value, field, siblings) =>
    typeof value === 'string' && /\d[.,]\d/.test(value)
      ? explain(value, field)
      : rule(value, field, siblings)
}

export const fieldRules = {
  text: textRule,
  longText: createRule(
    string,
    (field) => (value) => createTextCheck(field)(value.replaceAll(/[\r\n\t]/g, ' ')),
  ),
  colour: createRule(string, createPatternCheck),
  select: optionRule,
  toggle: createRule(boolean, () => () => true),
  integer: createNumberRule(
    (field) => (value) =>
      Number.isSafeInteger(value)
        ? checkBounds(field)(value)
        : messages.validation.notWhole(field.label),
    (_typed, { label }) => messages.validation.notWhole(label),
  ),
  decimal: createNumberRule(
    (field) => (value) => {
      if (!Number.isFinite(value)) return messages.validation.notNumber(field.label)
      return Number(value.toFixed(maxDecimalPlaces)) === value
        ? checkBounds(field)(value)
        : messages.validation.tooPrecise(field.label, maxDecimalPlaces)
    },
    (typed, { label }) =>
      /^[+-]?\d+\.\d+$/.test(typed)
        ? messages.validation.tooPrecise(label, maxDecimalPlaces)
        : messages.validation.decimalFormat(label),
  ),
  money: amountRule,
  date: createFormatRule(isDay, messages.validation.notDate),
  instant: createFormatRule(isInstant, messages.validation.notInstant),
  list: createEntriesRule((value, field, siblings) =>
    (field.options ? optionRule : textRule)(value, field, siblings),
  ),
  reference: idRule,
  references: createEntriesRule(idRule),
  secret: ((value, field, siblings) =>
    isSecretState(value) ? undefined : textRule(value, field, siblings)) satisfies FieldRule,
  file: fileRule,
} as const
