import { boolean, number, string } from 'superstruct'
import { isDay, isInstant } from '#shared/format/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import {
  amountPattern,
  exampleAmount,
  formatMoney,
  fractionDigits,
  points,
} from '#shared/format/money.ts'
import { isNotUploaded, isSecretState } from '../list/picked.ts'
import type { Field } from './fields.ts'
import { lengths, rule, shape, textRule } from './textRules.ts'
import type { Rule, Siblings } from './textRules.ts'
import { engineMessages } from '../messages.ts'

const say = messages.validation

const bounds = (field: Field) => (value: number) => {
  if (field.min !== undefined && value < field.min) return say.tooSmall(field.label, field.min)
  if (field.max !== undefined && value > field.max) return say.tooLarge(field.label, field.max)
  return true
}

/** More would be rounded where it is stored, and the operator would read back another number. */
const decimalPlaces = 2

const isId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31

const known = (isKnown: (value: string) => boolean, wrong = say.invalid) =>
  rule(string, (field) => (value) => isKnown(value) || wrong(field.label), wrong)

const entries =
  (ofEntry: Rule): Rule =>
  (value, field, siblings) => {
    if (!Array.isArray(value)) return say.invalid(field.label)
    const most = field.most ?? Math.max(limits.listEntries, field.options?.length ?? 0)
    if (value.length > most) return say.tooMany(field.label, most)
    for (const [at, entry] of value.entries()) {
      const error =
        entry === null || entry === '' ? say.required(field.label) : ofEntry(entry, field, siblings)
      if (error)
        return value.length > 1 && field.entry ? `${field.entry} ${at + 1}: ${error}` : error
    }
    const isTwice = !field.repeats && new Set(value).size < value.length
    return isTwice ? say.twice(field.label) : undefined
  }

const oneOf = rule(
  string,
  ({ label, options = [] }) =>
    (value) =>
      options.some((option) => option.value === value) ||
      say.notOneOf(
        label,
        options.map((option) => option.label),
      ),
)
const id = rule(number, (field) => (value) => isId(value) || say.invalid(field.label))

const noCurrency = 'XXX'

/** The currency of an amount: the definition's, or what the field beside it holds, which may be points; XXX, which is none, where that holds none. */
export function currencyFor({ currency, currencyOf = '' }: Field, siblings: Siblings): string {
  const { [currencyOf]: held } = siblings
  if (held === points) return points
  const beside = typeof held === 'string' ? held.toUpperCase() : ''
  return currency ?? (/^[A-Z]{3}$/.test(beside) ? beside : noCurrency)
}

/** Why it is no amount, of which one that was typed as a number may have too many decimals. */
function wrongAmount(label: string, value: unknown, currency: string): string {
  const places = fractionDigits(currency)
  const typed = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, , whole = '', decimals = ''] = amountPattern.exec(typed) ?? []
  // Digits with marks: "0,500", "1.234,56", "1 234", "12 EUR".
  if (whole === '' && /\d/.test(typed)) {
    const format = places === 0 ? say.wholeAmountFormat : say.amountFormat
    return format(label, exampleAmount(currency))
  }
  if (places === 0) return say.notWhole(label)
  return decimals.length > places ? say.tooPrecise(label, places) : say.notAmount(label)
}

const amount: Rule = (value, field, siblings) => {
  const currency = currencyFor(field, siblings)
  const { label, min = -Infinity, max = Infinity } = field
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return currency === noCurrency
      ? say.notAmount(label)
      : wrongAmount(engineMessages.amountIn(label, currency), value, currency)
  if (value < min) return say.tooSmall(label, formatMoney(min, currency))
  if (value > max) return say.tooLarge(label, formatMoney(max, currency))
  return undefined
}

const fileId: Rule = (value, field, siblings) => {
  if (isNotUploaded(value)) return value.refused
  return value instanceof File ? say.notUploaded(field.label) : id(value, field, siblings)
}

/** A rule for numbers; `explain` says how to write a text like "96,5", which isn't read as one. */
function numberRule(
  check: (field: Field) => (value: number) => string | boolean,
  explain: (typed: string, field: Field) => string,
): Rule {
  const checked = rule(number, check, say.notNumber)
  return (value, field, siblings) =>
    typeof value === 'string' && /\d[.,]\d/.test(value)
      ? explain(value, field)
      : checked(value, field, siblings)
}

export const rules = {
  text: textRule,
  longText: rule(string, (field) => (value) => lengths(field)(value.replaceAll(/[\r\n\t]/g, ' '))),
  colour: rule(string, shape),
  select: oneOf,
  toggle: rule(boolean, () => () => true),
  integer: numberRule(
    (field) => (value) =>
      Number.isSafeInteger(value) ? bounds(field)(value) : say.notWhole(field.label),
    (_typed, { label }) => say.notWhole(label),
  ),
  decimal: numberRule(
    (field) => (value) => {
      if (!Number.isFinite(value)) return say.notNumber(field.label)
      return Number(value.toFixed(decimalPlaces)) === value
        ? bounds(field)(value)
        : say.tooPrecise(field.label, decimalPlaces)
    },
    (typed, { label }) =>
      /^[+-]?\d+\.\d+$/.test(typed)
        ? say.tooPrecise(label, decimalPlaces)
        : say.decimalFormat(label),
  ),
  money: amount,
  date: known(isDay, say.notDate),
  instant: known(isInstant, say.notInstant),
  list: entries((value, field, siblings) =>
    (field.options ? oneOf : textRule)(value, field, siblings),
  ),
  reference: id,
  references: entries(id),
  secret: ((value, field, siblings) =>
    isSecretState(value) ? undefined : textRule(value, field, siblings)) satisfies Rule,
  file: fileId,
} as const
